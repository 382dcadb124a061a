"""Servers behind TLS: the servers at hand are built without it, so a proxy speaks it for them."""

from __future__ import annotations

import datetime
import ipaddress
import re
import socketserver
import ssl
import threading
import time
from urllib.parse import quote

import pytest
from cluster import SLOTS, Server, free_port
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from benchmarks.shared_index.crawlers import story
from scrapy_neardup import Document, Kind, open_index
from scrapy_neardup.core.errors import IndexUnreachable, NearDupError
from scrapy_neardup.core.redis.location import read_location
from tests.shared_index.proxy import HOST, Proxy
from tests.shared_index.test_sentinel import sentinel_of


def certify(folder, name, address=HOST, *, days=1):
    """A certificate of *address* that vouches for itself until some *days* from now, and its key, as files."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.timezone.utc)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=3))
        .not_valid_after(now + datetime.timedelta(days=days))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))]), False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )
    paths = folder / f"{name}.pem", folder / f"{name}.key"
    paths[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return paths


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    return {
        "server": certify(folder, "server"),
        "client": certify(folder, "client"),
        "elsewhere": certify(folder, "elsewhere", "127.0.0.2"),
        "expired": certify(folder, "expired", days=-1),
    }


@pytest.fixture
def tls(certificates):
    """Proxies that speak TLS for a port, of which the clients may have to show a certificate."""
    proxies = []

    def speak(port, name="server", *, wants_certificate=False):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificates[name])
        if wants_certificate:
            context.load_verify_locations(certificates["client"][0])
            context.verify_mode = ssl.CERT_REQUIRED
        proxies.append(Proxy(port, context))
        return proxies[-1].port

    yield speak
    for proxy in proxies:
        proxy.stop()


def use(url):
    with open_index(url) as index:
        assert index.check_and_add(Document("a", story("a"))).kind is Kind.NEW
        assert index.check_and_add(Document("b", story("a"))).kind is Kind.EXACT


def refused(url, problem):
    start = time.monotonic()
    with pytest.raises(IndexUnreachable, match=problem):
        open_index(url)
    # Trying again would not help.
    assert time.monotonic() - start < 10


def test_a_server_with_a_trusted_certificate(server, tls, certificates):
    use(f"rediss://{HOST}:{tls(server.port)}/0?ssl_ca_certs={certificates['server'][0]}")


def test_a_server_that_wants_a_certificate(server, tls, certificates):
    url = f"rediss://{HOST}:{tls(server.port, wants_certificate=True)}/0?patience=0.5"
    url += f"&ssl_ca_certs={certificates['server'][0]}"
    with pytest.raises(IndexUnreachable):
        open_index(url)
    certificate, key = certificates["client"]
    use(f"{url}&ssl_certfile={certificate}&ssl_keyfile={key}")


def test_a_certificate_that_is_not_trusted_is_told_at_once(server, tls, certificates):
    refused(f"rediss://{HOST}:{tls(server.port)}", "ssl_ca_certs=FILE")
    url = f"rediss://{HOST}:{tls(server.port, 'elsewhere')}"
    refused(f"{url}?ssl_ca_certs={certificates['elsewhere'][0]}", "not valid for '127.0.0.1'")
    use(f"{url}?ssl_cert_reqs=none")


def test_a_certificate_that_has_expired_is_told_as_that(server, tls, certificates):
    url = f"rediss://{HOST}:{tls(server.port, 'expired')}"
    refused(f"{url}?ssl_ca_certs={certificates['expired'][0]}", r"has expired.*\); renew it")


def test_a_port_that_answers_in_the_clear_is_told_at_once():
    class Greeter(socketserver.BaseRequestHandler):
        def handle(self):
            self.request.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    with socketserver.ThreadingTCPServer((HOST, 0), Greeter) as plain:
        thread = threading.Thread(target=plain.serve_forever, daemon=True)
        thread.start()
        refused(f"rediss://{HOST}:{plain.server_address[1]}", "does not agree on TLS")
        plain.shutdown()
        thread.join()


def test_a_server_without_tls(server):
    url = server.url.replace("redis:", "rediss:")
    with pytest.raises(IndexUnreachable, match="see that the server runs, speaks TLS and answers"):
        open_index(f"{url}?socket_timeout=0.3&patience=0.5")


def test_a_server_that_wants_tls_and_is_spoken_to_in_the_clear(server, tls):
    port = tls(server.port)
    for mode in ("", r"+cluster"):
        told = re.escape(f"or use rediss{mode}:// for TLS")
        with pytest.raises(IndexUnreachable, match=told):
            open_index(f"redis{mode}://{HOST}:{port}/0?patience=0.1")


def test_a_server_of_another_mode_is_told_with_the_url_for_tls(server, tls, certificates):
    place = f"{HOST}:{tls(server.port)}"
    trusted = f"ssl_ca_certs={certificates['server'][0]}"
    with pytest.raises(NearDupError, match="is no cluster; use rediss:// for it"):
        open_index(f"rediss+cluster://{place}?{trusted}")
    with pytest.raises(NearDupError, match="or use rediss:// for a single server"):
        open_index(f"rediss+sentinel://{place}/news/0?{trusted}")
    with pytest.raises(NearDupError, match=r"are a cluster: use rediss\+cluster://"):
        open_index(f"rediss://{place},{place}/0?{trusted}")


def test_files_that_no_server_would_take_are_told_at_once(certificates, tmp_path):
    certificate, key = certificates["client"]
    junk = tmp_path / "junk.pem"
    junk.write_text("junk")
    locked = tmp_path / "locked.pem"
    locked.write_bytes(
        serialization.load_pem_private_key(key.read_bytes(), None).private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.BestAvailableEncryption(b"p"),
        )
    )
    no_key = f"the file {{}} has no key of the certificate in {certificate}"
    for options, problem in (
        (f"ssl_ca_certs={junk}", f"the file {junk} has no certificate"),
        (f"ssl_keyfile={key}", "give 'ssl_certfile' with its certificate, too"),
        (f"ssl_certfile={certificate}", no_key.format(certificate)),
        (
            f"ssl_certfile={certificate}&ssl_keyfile={certificates['server'][1]}",
            no_key.format(certificates["server"][1]),
        ),
        (
            f"ssl_certfile={certificate}&ssl_keyfile={locked}",
            f"{no_key.format(locked)}, or needs 'ssl_password'",
        ),
        (
            f"ssl_certfile={certificate}&ssl_keyfile={locked}&ssl_password=hidden",
            f"{no_key.format(locked)}, or 'ssl_password' is not that of the key",
        ),
    ):
        with pytest.raises(NearDupError, match=problem):
            read_location(f"rediss://{HOST}/0?{options}")
    unlocked = f"ssl_certfile={certificate}&ssl_keyfile={locked}&ssl_password=p"
    read_location(f"rediss://{HOST}/0?{unlocked}")


def test_other_options_of_tls_with_which_no_server_is_reached_are_told_at_once(certificates):
    for options, problem in (
        (
            "ssl_ciphers=junk",
            "option 'ssl_ciphers': OpenSSL has no cipher 'junk'; `openssl ciphers",
        ),
        ("ssl_ca_data=junk", "option 'ssl_ca_data': there is no certificate in it"),
        ("ssl_ca_data=%E8%8C%B6", "option 'ssl_ca_data': there is no certificate in it"),
    ):
        with pytest.raises(NearDupError, match=problem):
            read_location(f"rediss://{HOST}/0?{options}")
    data = quote(certificates["server"][0].read_text())
    read_location(f"rediss://{HOST}/0?ssl_ca_data={data}&ssl_ciphers=ECDHE%2BAESGCM")


def test_a_cluster(tls, certificates):
    port = free_port()
    shown = tls(port)
    options = ["--cluster-enabled", "yes", "--cluster-announce-port", str(shown)]
    server = Server(*options, port=port)
    try:
        server.client().execute_command("CLUSTER", "ADDSLOTS", *range(SLOTS))
        while b"state:ok" not in server.client().execute_command("CLUSTER", "INFO"):
            time.sleep(0.05)
        trusted = f"ssl_ca_certs={certificates['server'][0]}"
        use(f"rediss+cluster://{HOST}:{shown}?{trusted}")
        with pytest.raises(NearDupError, match=r"is a cluster's: use rediss\+cluster://"):
            open_index(f"rediss://{HOST}:{shown}?{trusted}")
    finally:
        server.stop()


@pytest.fixture
def watched(server, tls, tmp_path):
    """The port of a sentinel that watches a master, which speaks TLS with those that do."""
    master = Proxy(server.port, port_for_tls=tls(server.port))
    port = free_port()
    config = tmp_path / "sentinel.conf"
    config.write_text(
        f"port {port}\nbind {HOST}\ndir {tmp_path}\nrequirepass right\n"
        f"sentinel monitor news {HOST} {master.port} 1\n"
    )
    with sentinel_of(config, port):
        yield port
    master.stop()


def test_sentinels_are_spoken_to_in_tls_as_their_master_is(watched, tls, certificates):
    options = f"sentinel_password=right&ssl_ca_certs={certificates['server'][0]}"
    use(f"rediss+sentinel://{HOST}:{tls(watched)}/news/0?{options}")


def test_sentinels_without_tls_may_watch_a_master_that_speaks_it(watched, certificates):
    url = f"rediss+sentinel://{HOST}:{watched}/news/0?sentinel_password=right"
    url += f"&ssl_ca_certs={certificates['server'][0]}&socket_timeout=0.5&patience=0.2"
    with pytest.raises(
        IndexUnreachable, match=r"speak TLS \(\?sentinel_ssl=no where they don't\)"
    ):
        open_index(url)
    use(f"{url}&sentinel_ssl=no")
    with pytest.raises(NearDupError, match="sentinel_ssl 'never': use yes or no"):
        open_index(f"{url}&sentinel_ssl=never")


def test_sentinels_that_can_be_asked_are_asked_again_though_others_are_not_trusted(
    watched, tls, certificates
):
    """In a failover, they name no master for a while."""
    hosts = f"{HOST}:{tls(watched, 'elsewhere')},{HOST}:{tls(watched)}"
    options = f"sentinel_password=right&ssl_ca_certs={certificates['server'][0]}"
    use(f"rediss+sentinel://{hosts}/news/0?{options}")
    told = "named a master after trying for 0.2 s .*CERTIFICATE_VERIFY_FAILED"
    with pytest.raises(IndexUnreachable, match=told):
        open_index(f"rediss+sentinel://{hosts}/gazette/0?patience=0.2&{options}")


def test_what_is_wrong_with_the_tls_of_sentinels_is_told_at_once(watched, tls):
    refused(f"rediss+sentinel://{HOST}:{tls(watched)}/news/0", "ssl_ca_certs=FILE")
    url = f"redis+sentinel://{HOST}:{tls(watched)}/news/0?patience=0.2"
    with pytest.raises(IndexUnreachable, match=r"use rediss\+sentinel:// for TLS"):
        open_index(url)
    in_clear = f"{url}&sentinel_ssl=no"
    with pytest.raises(NearDupError, match=r"use rediss\+sentinel:// in place of redis\+"):
        open_index(in_clear)
    with pytest.raises(IndexUnreachable, match=r"speak no TLS \(no \?sentinel_ssl=no where"):
        open_index(in_clear.replace("redis+", "rediss+"))
