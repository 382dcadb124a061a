"use strict";
const WORDS = {
  en: {
    skip: "Skip to the clusters", title: "Reposts and copies", counts: "Counts", byDay: "Articles and copies by day",
    byHost: "By host", map: "Who reposts whom", clusters: "Clusters", search: "Search addresses and titles",
    sort: "Sort by", kind: "Kind of copy", compare: "Article and copy", close: "Close", asTable: "As a table",
    mapHelp: "An arrow points from the host that copies to the host that was first; its width is the number of copies. The coloured part of a ring is the share of originals.",
    articles: "Articles", copies: "Copies", unique: "Unique", copiedN: "Articles with copies", kept: "Texts kept",
    host: "Host", day: "Day", from: "Copied by", to: "From", copied: "Copied by others", other: "中文",
    newest: "newest copy", oldest: "oldest article", most: "most copies", byName: "address", all: "all",
    exact: "exact", repost: "repost", spun: "spun", partial: "partial", rewritten: "rewritten", extended: "extended", removed: "(removed from the index)",
    sameNumbers: (n, of) => `${n} of ${of} numbers agree`, paired: (n, of) => `${n} of ${of} sentences have a counterpart`, inPart: n => `in ${n}% of the text`,
    counterpart: "sentences with the same number tell the same", counterpartN: n => `Go to the counterpart of sentence ${n}`, fact: "number, name or term of both",
    found: (n, of) => `${n} of ${of} clusters`, page: (n, of) => `Page ${n} of ${of}`, previous: "Previous", next: "Next",
    nCopies: n => n === 1 ? "1 copy" : `${number(n)} copies`, about: (i, t) => `${i}, as of ${t}`, texts: "Compare texts",
    first: "first seen", alsoOf: "also copies", comparedWith: "compared with", score: "score", later: t => `${t} later`, noMap: "No copies between different hosts.",
    noText: "The texts were not kept. Crawl with NEARDUP_KEEP_TEXT = True, or scan with --keep-text, to compare them here.",
    bigText: "The text is left out, for this file would be too large.", legend: "Marked:",
    changed: "other words", moved: "moved", only: "on this side only", showing: n => `The ${n} hosts with the most copies between them.`,
    before: t => `${t} earlier`, original: "Original, by what the pages say", canonical: "canonical address", link: "link", credit: "named source", published: "date", host_record: "record of its host", first_seen: "seen first",
    none: "There are no copies in this index.",
    shown: (n, of) => `${n} of ${of} shown`, more: n => `Show ${n} more`,
    deny: "Pages that could be left out", pattern: "Addresses", pages: "Pages", exactPages: "Exact copies", example: "Example", sameAs: "Same text as",
    denyHelp: "Nearly all pages with such addresses have the text of another page. If you need one of them only, leave these out. The page seen first counts as the article: look at the example before you decide.",
    comma: ", ", units: ["d", "h", "min", "s"], because: (label, url, reasons) => [`${label}: `, url, ` (${reasons})`],
    right: "Right", wrong: "Wrong", isRight: n => `The verdict on ${n} is right`, isWrong: n => `The verdict on ${n} is wrong`,
    marked: n => n === 1 ? "1 verdict marked" : `${number(n)} verdicts marked`, save: "Save the marks", saveHelp: "Read them with `scrapy neardup mark INDEX --from FILE`. They are gone when this page is closed.",
  },
  zh: {
    skip: "跳到文章列表", title: "转载与重复报告", counts: "总览", byDay: "每日文章与重复",
    byHost: "按站点", map: "谁转载谁", clusters: "文章及其重复", search: "搜索网址或标题",
    sort: "排序", kind: "重复类型", compare: "原文与重复对照", close: "关闭", asTable: "以表格显示",
    mapHelp: "箭头由转载的站点指向首发的站点，粗细表示重复数量；圆环着色部分为原创比例。",
    articles: "文章", copies: "重复", unique: "原创率", copiedN: "有重复的文章", kept: "保留的正文",
    host: "站点", day: "日期", from: "转载方", to: "首发方", copied: "被他站转载", other: "English",
    newest: "最新重复", oldest: "最早文章", most: "重复最多", byName: "网址", all: "全部",
    exact: "完全相同", repost: "转载", spun: "伪原创", partial: "部分相同", rewritten: "洗稿", extended: "快讯扩写", sameNumbers: (n, of) => `${of} 个数字中 ${n} 个一致`, paired: (n, of) => `${of} 句中 ${n} 句有对应`, inPart: n => `仅占全文 ${n}%`,
    counterpart: "编号相同的句子说的是同一件事", counterpartN: n => `跳到第 ${n} 句的对应句`, fact: "两篇共有的数字、名称或词语", removed: "（已从索引移除）",
    found: (n, of) => `共 ${of} 组，符合 ${n} 组`, page: (n, of) => `第 ${n} 页，共 ${of} 页`, previous: "上一页", next: "下一页",
    nCopies: n => `${number(n)} 篇重复`, about: (i, t) => `${i}，生成于 ${t}`, texts: "对照正文",
    first: "首次发现", alsoOf: "同时抄自", comparedWith: "比较对象", score: "得分", later: t => `晚 ${t}`, noMap: "不同站点之间没有重复。",
    noText: "未保留正文。抓取时设置 NEARDUP_KEEP_TEXT = True，或扫描时加 --keep-text，即可在此对照。",
    bigText: "文件过大，此正文未收入。", legend: "标记：",
    changed: "改写的词", moved: "移动的句子", only: "仅此一方有", showing: n => `仅显示互相转载最多的 ${n} 个站点。`,
    before: t => `早 ${t}`, original: "据网页自述的原文", canonical: "规范网址", link: "链接", credit: "注明来源", published: "发布日期", host_record: "站点记录", first_seen: "最先发现",
    none: "此索引中没有重复。",
    shown: (n, of) => `已显示 ${n} 条，共 ${of} 条`, more: n => `再显示 ${n} 条`,
    deny: "可以不抓的网页", pattern: "网址", pages: "网页", exactPages: "完全相同", example: "例子", sameAs: "正文同于",
    denyHelp: "这些网址的网页，几乎每一页的正文都与另一页完全相同。若只需其中一页，可以不抓这些。先看到的那一页算作原文，决定之前请看看例子。",
    comma: "，", units: ["天", "小时", "分钟", "秒"], because: (label, url, reasons) => [`${label}：`, url, `（${reasons}）`],
    right: "对", wrong: "错", isRight: n => `对 ${n} 的判定正确`, isWrong: n => `对 ${n} 的判定错误`,
    marked: n => `已标注 ${number(n)} 条判定`, save: "保存标注", saveHelp: "用 `scrapy neardup mark INDEX --from FILE` 读入。关闭本页后标注即消失。",
  },
};
const PER_PAGE = 25, MAP_HOSTS = 16, NARROW_MAP_HOSTS = 8, STEP = 500, BARS = 90;
const SVG = "http://www.w3.org/2000/svg";
const data = JSON.parse(document.getElementById("data").textContent);
let texts = null;
const packedText = doc => (texts ||= JSON.parse(document.getElementById("texts").textContent))[doc[TEXT]];
const [NAME, HOST, SEEN, KIND, SCORE, TITLE, TEXT, RETOLD, OTHERS, COMPARED] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const state = { page: 0, search: "", sort: "most", kind: "" };
const marks = new Map();
let t = WORDS[/^zh/i.test(navigator.language) ? "zh" : "en"];

const $ = id => document.getElementById(id);
// Characters that reorder or hide what stands beside them are shown as a mark.
const plain = text => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "\ufffd");
function element(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key === "text") made.textContent = plain(String(value));
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}
function shape(tag, props = {}, text) {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(props)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = plain(String(text));
  return made;
}
const number = n => n.toLocaleString(document.documentElement.lang);
const share = (part, all) => all ? `${(100 * part / all).toFixed(1)} %` : "–";
const moment = seconds => new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ");
function gap(seconds) {
  const s = Math.abs(seconds), sizes = [86400, 3600, 60, 1], at = sizes.findIndex(size => size === 1 || s >= size);
  return (seconds < 0 ? t.before : t.later)(`${Math.round(s / sizes[at])} ${t.units[at]}`);
}
const fit = (text, room) => text.length > room ? `${text.slice(0, Math.max(room - 1, 1))}…` : text;

// Puts what *made* gives for each of *list* into *target*: the first STEP, the others on request.
function inSteps(target, list, made) {
  let shown = 0;
  const after = element("p", { class: "more" }), count = element("span", { role: "status" });
  const button = element("button", { type: "button", onclick: () => {
    const next = shown;
    step();
    target.children[next].setAttribute("tabindex", "-1");
    target.children[next].focus();
  } });
  const step = () => {
    target.append(...list.slice(shown, shown + STEP).map(made));
    shown = Math.min(shown + STEP, list.length);
    count.textContent = t.shown(number(shown), number(list.length));
    button.textContent = t.more(number(Math.min(STEP, list.length - shown)));
    button.hidden = shown === list.length;
  };
  step();
  if (list.length > STEP) after.append(count, " ", button);
  return after.childNodes.length ? [target, after] : [target];
}

function table(caption, heads, rows, numeric) {
  const made = element("table", {}, element("caption", { class: "sr", text: caption }));
  const cell = (tag, value, i, more = {}) => {
    const found = element(tag, { ...more, ...(numeric.includes(i) ? { class: "n" } : {}) });
    if (value instanceof Node) found.append(value); else found.textContent = plain(String(value));
    return found;
  };
  made.append(element("thead", {}, element("tr", {}, ...heads.map((head, i) => cell("th", head, i, { scope: "col" })))));
  const [body, ...more] = inSteps(element("tbody"), rows, row => element("tr", {}, ...row().map((value, i) => cell("td", value, i))));
  made.append(body);
  return [made, ...more];
}

function showCounts() {
  const { articles, copies, kept } = data.meta;
  // A cluster may have lost its article.
  const copied = data.clusters.filter(([source]) => source).length;
  const rows = [[t.articles, number(articles)], [t.copies, number(copies)], [t.unique, share(articles, articles + copies)],
    [t.copiedN, number(copied)], [t.kept, number(kept)]];
  $("counts").replaceChildren(...rows.map(([name, value]) => element("div", {}, element("dt", { text: name }), element("dd", { text: value }))));
  $("about").textContent = plain(t.about(data.meta.name, data.meta.made));
}

function showDays() {
  const size = Math.ceil(data.days.length / BARS) || 1, bins = [];
  for (let i = 0; i < data.days.length; i += size) {
    const part = data.days.slice(i, i + size);
    bins.push([part[0][0], part.reduce((n, day) => n + day[1], 0), part.reduce((n, day) => n + day[2], 0)]);
  }
  const width = Math.max($("days").clientWidth - 16, 280), height = 170, low = height - 22, top = 18;
  const most = Math.max(1, ...bins.map(bin => bin[1] + bin[2])), step = Math.min(width / (bins.length || 1), 90);
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
  svg.append(shape("title", {}, t.byDay));
  bins.forEach(([day, articles, copies], i) => {
    const x = i * step + 2, w = Math.max(step - 4, 1), scale = (low - top) / most;
    const mark = shape("g");
    mark.append(shape("title", {}, `${day}: ${t.articles} ${articles}${t.comma}${t.copies} ${copies}`),
      shape("rect", { x, width: w, y: low - articles * scale, height: articles * scale, class: "new" }),
      shape("rect", { x, width: w, y: low - (articles + copies) * scale, height: copies * scale, class: "copies" }));
    svg.append(mark);
    const every = Math.ceil(80 / step);
    if (i % every === 0 && x + 70 < width) svg.append(shape("text", { x, y: height - 6, class: "soft" }, day));
  });
  svg.append(shape("rect", { x: width - 170, y: 2, width: 10, height: 10, class: "new" }), shape("text", { x: width - 156, y: 12 }, t.articles),
    shape("rect", { x: width - 85, y: 2, width: 10, height: 10, class: "copies" }), shape("text", { x: width - 71, y: 12 }, t.copies));
  $("days").replaceChildren(svg);
  const rows = [...data.days].reverse().map(([day, articles, copies]) => () => [day, number(articles), number(copies), share(articles, articles + copies)]);
  $("days-table").replaceChildren(...table(t.byDay, [t.day, t.articles, t.copies, t.unique], rows, [1, 2, 3]));
}

const filterButton = host => element("button", { type: "button", text: host, onclick: () => {
  $("search").value = state.search = host; state.page = 0; showList(); $("search").focus();
} });

function showMap() {
  const between = data.edges.filter(([from, to]) => from !== to), weight = new Map();
  for (const [from, to, n] of between) for (const host of [from, to]) weight.set(host, (weight.get(host) || 0) + n);
  const width = Math.max($("map").clientWidth - 16, 280), narrow = width < 560, most = narrow ? NARROW_MAP_HOSTS : MAP_HOSTS;
  const chosen = [...weight].sort((a, b) => b[1] - a[1]).slice(0, most).map(([host]) => host);
  const place = new Map(), stats = new Map(data.hostRows.map(row => [row[0], row]));
  if (!chosen.length) $("map").replaceChildren(element("p", { text: t.noMap }));
  else {
    const height = narrow ? width * 1.15 : Math.min(width * 0.6, 520), high = height / 2 - 42, wide = narrow ? width / 2 - 58 : Math.min(width / 2 - 190, high * 1.4);
    const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" });
    svg.append(shape("title", {}, t.map));
    chosen.forEach((host, i) => {
      const angle = 2 * Math.PI * i / chosen.length - Math.PI / 2;
      place.set(host, [width / 2 + wide * Math.cos(angle), height / 2 + high * Math.sin(angle), angle]);
    });
    const shown = between.filter(([from, to]) => place.has(from) && place.has(to));
    const widest = Math.max(...shown.map(edge => edge[2]));
    for (const [from, to, n] of shown) {
      const [x1, y1] = place.get(from), [x2, y2] = place.get(to), w = 1.2 + 5 * Math.sqrt(n / widest) * (widest > 1);
      const mx = (x1 + x2) / 2 + (y2 - y1) * 0.14, my = (y1 + y2) / 2 - (x2 - x1) * 0.14;
      const d = Math.hypot(x2 - mx, y2 - my) || 1, ux = (x2 - mx) / d, uy = (y2 - my) / d, tip = 6 + w;
      const ex = x2 - ux * 16, ey = y2 - uy * 16, bx = ex - ux * tip, by = ey - uy * tip, half = tip * 0.6;
      const arrow = shape("g");
      arrow.append(shape("title", {}, `${data.hosts[from]} → ${data.hosts[to]}: ${n}`),
        shape("path", { d: `M${x1} ${y1}Q${mx} ${my} ${bx} ${by}`, "stroke-width": w, class: "edge" }),
        shape("path", { d: `M${ex} ${ey}L${bx - uy * half} ${by + ux * half}L${bx + uy * half} ${by - ux * half}Z`, class: "tip" }));
      svg.append(arrow);
    }
    for (const [host, [x, y, angle]] of place) {
      const [, articles, copies] = stats.get(host), round = 2 * Math.PI * 10, right = Math.cos(angle) > 0.15, left = Math.cos(angle) < -0.15;
      const node = shape("g");
      node.append(shape("title", {}, `${data.hosts[host]}: ${t.articles} ${articles}, ${t.copies} ${copies}`),
        shape("circle", { cx: x, cy: y, r: 10, class: "disc" }),
        shape("circle", { cx: x, cy: y, r: 10, class: "ring", transform: `rotate(-90 ${x} ${y})`, "stroke-dasharray": `${round * articles / (articles + copies || 1)} ${round}` }));
      const below = narrow || !(right || left), label = fit(data.hosts[host] || "–", narrow ? 15 : 26);
      node.append(shape("text", below
        ? { x: Math.min(Math.max(x, 52), width - 52), y: Math.sin(angle) < 0 ? y - 18 : y + 27, "text-anchor": "middle" }
        : { x: x + (right ? 18 : -18), y: y + 4, "text-anchor": right ? "start" : "end" }, label));
      svg.append(node);
    }
    $("map").replaceChildren(svg);
    if (weight.size > most) $("map").append(element("p", { text: t.showing(most) }));
  }
  const rows = [...data.edges].sort((a, b) => b[2] - a[2]).map(([from, to, n]) => () => [data.hosts[from] || "–", data.hosts[to] || "–", number(n)]);
  $("map-table").replaceChildren(...table(t.map, [t.from, t.to, t.copies], rows, [2]));
}

function showHosts() {
  const rows = data.hostRows.map(([host, articles, copies, copied]) => () => [data.hosts[host] ? filterButton(data.hosts[host]) : "–", number(articles), number(copies), share(articles, articles + copies), number(copied)]);
  $("hosts").replaceChildren(...table(t.byHost, [t.host, t.articles, t.copies, t.unique, t.copied], rows, [1, 2, 3, 4]));
}

const docs = cluster => cluster[0] ? [cluster[0], ...cluster[1]] : cluster[1];
const label = doc => doc[TITLE] || doc[NAME];
// What clusters are sorted and searched by, worked out once, in the order of data.clusters.
const byIndex = make => { let made = null; return i => (made ||= data.clusters.map(make))[i]; };
const newest = byIndex(cluster => cluster[1].reduce((last, doc) => Math.max(last, doc[SEEN]), 0));
const oldest = byIndex(cluster => docs(cluster)[0][SEEN]);
const firstName = byIndex(cluster => docs(cluster)[0][NAME]);
const haystack = byIndex(cluster => docs(cluster).map(doc => `${doc[NAME]}\n${doc[TITLE]}\n${data.hosts[doc[HOST]]}`).join("\n").toLowerCase());
const SORTS = {
  most: (a, b) => data.clusters[b][1].length - data.clusters[a][1].length || newest(b) - newest(a),
  newest: (a, b) => newest(b) - newest(a),
  oldest: (a, b) => oldest(a) - oldest(b),
  byName: (a, b) => firstName(a) < firstName(b) ? -1 : 1,
};
const sorted = {};
function chosenClusters() {
  const needle = state.search.trim().toLowerCase(), kind = state.kind === "" ? -1 : Number(state.kind);
  return (sorted[state.sort] ||= [...data.clusters.keys()].sort(SORTS[state.sort]))
    .filter(i => (!needle || haystack(i).includes(needle)) && (kind < 0 || data.clusters[i][1].some(doc => doc[KIND] === kind)))
    .map(i => data.clusters[i]);
}

function link(doc) {
  const shown = element("span", { class: "name" });
  const name = element("bdi", { text: label(doc) });
  if (/^https?:\/\//i.test(doc[NAME])) shown.append(element("a", { href: doc[NAME], rel: "noopener noreferrer", target: "_blank" }, name));
  else shown.append(name);
  return shown;
}

function timeLine(cluster) {
  const all = docs(cluster), first = Math.min(...all.map(doc => doc[SEEN])), last = Math.max(...all.map(doc => doc[SEEN]));
  const svg = shape("svg", { viewBox: "0 0 600 12", class: "line", "aria-hidden": "true", height: 12, preserveAspectRatio: "none" });
  svg.append(shape("line", { x1: 6, x2: 594, y1: 6, y2: 6, class: "axis" }));
  const x = doc => last > first ? 6 + 588 * (doc[SEEN] - first) / (last - first) : 6;
  for (const cx of new Set(cluster[1].map(doc => Math.round(x(doc))))) svg.append(shape("circle", { cx, cy: 6, r: 4, class: "copies" }));
  if (cluster[0]) svg.append(shape("circle", { cx: x(cluster[0]), cy: 6, r: 5, class: "new" }));
  return svg;
}

// Why a rewritten copy was taken for one, in words.
function reasons(doc) {
  const [sameNumbers, numbers, paired, sentences, part] = doc[RETOLD] || [0, 0, 0, 0];
  return [...(part ? [t.inPart(part)] : []), ...(numbers ? [t.sameNumbers(sameNumbers, numbers)] : []), ...(sentences ? [t.paired(paired, sentences)] : [])].join(t.comma);
}
function copyRow([source, copies], doc) {
  // What it was compared with; the text of another copy of the source may be gone.
  const beside = doc[COMPARED] === undefined ? source : copies[doc[COMPARED]];
  const row = element("li", {}, element("span", { class: "badge", text: t[data.kinds[doc[KIND]]] || data.kinds[doc[KIND]] }), link(doc),
    element("span", { class: "host", text: data.hosts[doc[HOST]] }),
    element("span", { class: "when", text: `${t.score} ${(doc[SCORE] / 100).toFixed(2)}${t.comma}${source ? gap(doc[SEEN] - source[SEEN]) : moment(doc[SEEN])}` }));
  if (doc[RETOLD]) row.append(element("span", { class: "when reasons", text: reasons(doc) }));
  for (const other of doc[OTHERS] || []) row.append(element("span", { class: "when reasons" }, `${t.alsoOf} `, link([other])));
  if (source && beside !== source && beside) row.append(element("span", { class: "when reasons" }, `${t.comparedWith} `, link(beside)));
  if (source && beside && beside[TEXT] >= 0 && doc[TEXT] >= 0)
    row.append(element("button", { type: "button", class: "texts", text: t.texts, onclick: () => compare(beside, doc) }));
  else row.append(element("button", { type: "button", class: "texts", text: t.texts, onclick: event => event.target.replaceWith(
    element("span", { class: "when", role: "status", text: !source || !beside ? t.removed : data.meta.kept ? (beside[TEXT] === -2 || doc[TEXT] === -2 ? t.bigText : t.noText) : t.noText })) }));
  // Without its article there is no verdict to speak of.
  if (source) row.append(markButtons(doc));
  return row;
}

function markButtons(doc) {
  const made = [[true, t.right, t.isRight], [false, t.wrong, t.isWrong]].map(([right, text, about]) => element("button", {
    type: "button", class: "mark", text, "aria-label": plain(about(label(doc))),
    onclick: () => { if (marks.get(doc[NAME]) === right) marks.delete(doc[NAME]); else marks.set(doc[NAME], right); show(); showMarks(); } }));
  const show = () => made.forEach((button, i) => button.setAttribute("aria-pressed", marks.get(doc[NAME]) === !i));
  show();
  return element("span", { class: "marks" }, ...made);
}

function showMarks() {
  $("marks").hidden = !marks.size;
  $("marked").textContent = t.marked(marks.size);
}

function saveMarks() {
  const lines = [...marks].map(([id, right]) => JSON.stringify({ id, right }) + "\n");
  const href = URL.createObjectURL(new Blob(lines, { type: "application/jsonl" }));
  const name = data.meta.name.replace(/[^\p{L}\p{N}_.-]/gu, "_");
  element("a", { href, download: `${name}-marks.jsonl` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60000);
}

function card(cluster) {
  const source = cluster[0], details = element("details");
  const head = element("summary", {}, element("span", { class: "name" }, element("bdi", { text: source ? label(source) : t.removed })),
    element("span", { class: "count", text: t.nCopies(cluster[1].length) }),
    element("span", { class: "host", text: source ? [data.hosts[source[HOST]], `${t.first} ${moment(source[SEEN])}`].filter(Boolean).join(" · ") : "" }));
  const seen = docs(cluster).map(doc => doc[SEEN]);
  if (Math.max(...seen) - Math.min(...seen) > 59) head.append(timeLine(cluster));
  details.append(head);
  details.addEventListener("toggle", () => {
    if (!details.open || details.childElementCount > 1) return;
    if (source) details.append(element("p", {}, link(source)));
    if (cluster[2]) details.append(element("p", { class: "original" }, ...t.because(t.original, element("bdi", { text: cluster[2][0] }), cluster[2][1].map(reason => t[reason]).join(t.comma))));
    details.append(...inSteps(element("ul", { class: "copies-of" }), cluster[1], doc => copyRow(cluster, doc)));
  });
  return element("li", {}, details);
}

function showPatterns() {
  const patterns = data.patterns || [];
  $("deny").hidden = !patterns.length;
  if (!patterns.length) return;
  const rows = patterns.map(([expression, pages, exact, example, source]) => () => [expression, number(pages), share(exact, pages), example, source || t.removed]);
  $("patterns").replaceChildren(...table(t.deny, [t.pattern, t.pages, t.exactPages, t.example, t.sameAs], rows, [1, 2]));
  $("rules").textContent = `LinkExtractor(deny=[\n${patterns.map(([expression]) => `    ${JSON.stringify(expression)},\n`).join("")}])`;
}

function showList() {
  const chosen = chosenClusters(), pages = Math.max(1, Math.ceil(chosen.length / PER_PAGE));
  state.page = Math.min(state.page, pages - 1);
  const start = state.page * PER_PAGE;
  $("found").textContent = data.clusters.length ? t.found(number(chosen.length), number(data.clusters.length)) : t.none;
  $("list").start = start + 1;
  $("list").replaceChildren(...chosen.slice(start, start + PER_PAGE).map(card));
  const turn = (text, by, possible) => {
    const button = element("button", { type: "button", text, onclick: () => { state.page += by; showList(); $("found").scrollIntoView(); } });
    button.disabled = !possible;
    return button;
  };
  $("pages").hidden = pages === 1;
  $("pages").replaceChildren(turn(t.previous, -1, state.page > 0), element("span", { text: t.page(number(state.page + 1), number(pages)) }), turn(t.next, 1, state.page < pages - 1));
}

async function inflate(packed) {
  const bytes = Uint8Array.from(atob(packed), c => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const whole = await new Response(stream).text();
  return whole.slice(whole.indexOf("\n") + 1);
}

const TOKEN = /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+|\s+|[^\s\p{L}\p{N}]/gu;
const tokens = text => text.match(TOKEN) || [];
// As the plugin compares: without case, traditional as simplified, full width as half.
const forms = new Map(Object.entries(data.forms || {}));
const fold = text => forms.size ? Array.from(text.toLowerCase(), c => forms.get(c) || c).join("") : text.toLowerCase();
function sentences(text) {
  const found = [];
  text.split(/\n+/).forEach((line, paragraph) => {
    for (const part of line.match(/[\s\S]*?(?:[。！？!?…]+[”’"』」）)]*|\.[”’"')]*(?=\s)|$)\s*/g) || [])
      if (part.trim()) found.push({ text: part, paragraph, key: fold(part).replace(/[^\p{L}\p{N}]/gu, ""), pair: -1, moved: false });
  });
  return found;
}
function pairs(sentence) {
  const list = tokens(fold(sentence.text)).filter(token => /[\p{L}\p{N}]/u.test(token)), made = new Set(list);
  for (let i = 1; i < list.length; i++) made.add(`${list[i - 1]} ${list[i]}`);
  return made;
}
function match(a, b) {
  const byKey = new Map();
  b.forEach((sentence, j) => sentence.key && byKey.set(sentence.key, [...(byKey.get(sentence.key) || []), j]));
  const join = (i, j) => { a[i].pair = j; b[j].pair = i; };
  a.forEach((sentence, i) => { const at = byKey.get(sentence.key); if (at && at.length) join(i, at.shift()); });
  const restA = a.map((s, i) => i).filter(i => a[i].pair < 0).slice(0, 300), restB = b.map((s, j) => j).filter(j => b[j].pair < 0).slice(0, 300);
  const setsB = restB.map(j => pairs(b[j])), likely = [];
  for (const i of restA) {
    const set = pairs(a[i]);
    restB.forEach((j, k) => {
      let common = 0;
      for (const item of set) common += setsB[k].has(item);
      const like = 2 * common / (set.size + setsB[k].size || 1);
      if (like >= 0.25) likely.push([like, i, j]);
    });
  }
  likely.sort((x, y) => y[0] - x[0] || Math.abs(x[1] - x[2]) - Math.abs(y[1] - y[2]));
  for (const [, i, j] of likely) if (a[i].pair < 0 && b[j].pair < 0) join(i, j);
  // What is out of the longest run of pairs in order has moved.
  const order = a.map((s, i) => i).filter(i => a[i].pair >= 0), best = [], before = [], ends = [];
  order.forEach((i, k) => {
    let low = 0, high = ends.length;
    while (low < high) { const mid = (low + high) >> 1; if (a[order[ends[mid]]].pair < a[i].pair) low = mid + 1; else high = mid; }
    before[k] = low ? ends[low - 1] : -1;
    ends[low] = k;
  });
  for (let k = ends.length ? ends[ends.length - 1] : -1; k >= 0; k = before[k]) best[k] = true;
  order.forEach((i, k) => { if (!best[k]) a[i].moved = b[a[i].pair].moved = true; });
}
function wordsCommon(a, b) {
  if (a.length * b.length > 1e6) return [new Set(), new Set()];
  [a, b] = [a.map(fold), b.map(fold)];
  const length = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      length[i][j] = a[i] === b[j] ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
  const inA = new Set(), inB = new Set();
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) { inA.add(i++); inB.add(j++); }
    else if (length[i + 1][j] >= length[i][j + 1]) i++; else j++;
  }
  return [inA, inB];
}
function side(mine, other, tag) {
  const made = [];
  let paragraph = -1;
  for (const sentence of mine) {
    if (sentence.paragraph !== paragraph) { made.push(element("p", { dir: "auto" })); paragraph = sentence.paragraph; }
    const span = element("span", { class: sentence.pair < 0 ? "only" : sentence.moved ? "moved" : "same" });
    if (sentence.pair < 0 || sentence.moved) span.append(element("span", { class: "sr", text: `[${sentence.pair < 0 ? t.only : t.moved}] ` }));
    const partner = other[sentence.pair];
    if (!partner || partner.key === sentence.key) span.append(plain(sentence.text));
    else {
      const list = tokens(sentence.text), [common] = wordsCommon(list, tokens(partner.text));
      let run = "", changed = false;
      const flush = () => { if (run) span.append(changed ? element(tag, { text: run }) : plain(run)); run = ""; };
      list.forEach((token, i) => { if (!common.has(i) !== changed) { flush(); changed = !common.has(i); } run += token; });
      flush();
    }
    made[made.length - 1].append(span);
  }
  return made;
}
function showChanges(a, b) {
  match(a, b);
  $("side-a").replaceChildren(...side(a, b, "del"));
  $("side-b").replaceChildren(...side(b, a, "ins"));
  $("legend").replaceChildren(`${t.legend} `, element("ins", { text: t.changed }), " ", element("span", { class: "moved", text: t.moved }), element("span", { class: "only", text: t.only }));
}

// A rewritten copy: its sentences are paired by the terms they share, as the plugin pairs them, though without its counts of how rare a term is.
const NUMBER = /^\p{Nd}/u, PAIRED_SCRIPT = /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]/u, HIRAGANA = /^\p{Script=Hiragana}/u;
const PIECE = /\p{Nd}+(?:[.,．，]\p{Nd}+)*|\p{Script=Han}+|[\p{Script=Katakana}ー]+|\p{Script=Hiragana}+|\p{Script=Hangul}+|(?:(?![\p{Nd}\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}])[\p{L}\p{M}\p{N}])+/gu;
const STEM = 6, LEAST_SHARE = 0.12, MOST_PAIRED = 300, MOST_PLACES = 30, NUMBER_WEIGHT = 3, PAIR_WEIGHT = 0.6;
const runs = (list, size) => list.slice(size - 1).map((_, i) => list.slice(i, i + size).join(""));
function readTerms(sentence) {
  sentence.pieces = [...sentence.text.matchAll(PIECE)].map(found => ({ text: found[0], at: found.index, key: fold(found[0]) }));
  sentence.terms = new Map();
  for (const { key } of sentence.pieces) {
    if (NUMBER.test(key)) sentence.terms.set(key, NUMBER_WEIGHT);
    else if (PAIRED_SCRIPT.test(key)) for (const pair of runs(Array.from(key), 2)) sentence.terms.set(pair, PAIR_WEIGHT);
    else if (!HIRAGANA.test(key)) {
      // A long word is rarer than a short one.
      const stem = Array.from(key).slice(0, STEM);
      if (stem.length > 1) sentence.terms.set(stem.join(""), ((stem.length - 1) / (STEM - 1)) ** 2);
    }
  }
}
function matchRetold(a, b) {
  const places = list => {
    const found = new Map();
    list.slice(0, MOST_PAIRED).forEach((sentence, i) => { for (const term of sentence.terms.keys()) found.set(term, [...(found.get(term) || []), i]); });
    return found;
  };
  const inA = places(a), inB = places(b), width = Math.min(b.length, MOST_PAIRED), height = Math.min(a.length, MOST_PAIRED);
  const shared = new Float64Array(width * height), sums = new Float64Array(width);
  // What stands in many sentences tells little of where one was taken from.
  for (const [term, there] of inB) {
    const here = inA.get(term) || [], weight = b[there[0]].terms.get(term) / Math.sqrt(Math.max(here.length, there.length));
    for (const j of there) sums[j] += weight;
    if (here.length <= MOST_PLACES && there.length <= MOST_PLACES) for (const i of here) for (const j of there) shared[i * width + j] += weight;
  }
  const bestOf = (count, value) => { let best = 0; for (let k = 1; k < count; k++) if (value(k) > value(best)) best = k; return best; };
  for (let j = 0; j < width && height; j++) {
    const i = bestOf(height, k => shared[k * width + j]);
    if (shared[i * width + j] > LEAST_SHARE * sums[j] && bestOf(width, k => shared[i * width + k]) === j) { a[i].pair = j; b[j].pair = i; }
  }
}
// What a writer keeps: numbers and names of both texts; of scripts without capitals, three characters and more of both sentences.
function markFacts(a, b) {
  const keys = [a, b].map(list => new Set(list.flatMap(sentence => sentence.pieces.map(piece => piece.key))));
  const lower = new Set(), names = new Set();
  for (const list of [a, b]) {
    const small = list.flatMap(sentence => sentence.pieces.filter(piece => /^\p{Ll}/u.test(piece.text)));
    for (const piece of small) lower.add(piece.key);
    // In a text all in capitals they tell nothing.
    if (small.length) for (const sentence of list) for (const piece of sentence.pieces.slice(1)) if (/^\p{Lu}[\p{L}\p{M}\p{N}]/u.test(piece.text)) names.add(piece.key);
  }
  const mark = (list, other) => list.forEach(sentence => {
    sentence.facts = [];
    const partner = other[sentence.pair];
    const common = new Set(partner ? partner.pieces.filter(({ key }) => PAIRED_SCRIPT.test(key)).flatMap(({ key }) => runs(Array.from(key), 3)) : []);
    for (const { text, at, key } of sentence.pieces) {
      if (PAIRED_SCRIPT.test(key)) {
        const characters = Array.from(text), folded = Array.from(key);
        if (characters.length !== folded.length) continue;
        const kept = new Set();
        runs(folded, 3).forEach((run, i) => { if (common.has(run)) for (let k = i; k < i + 3; k++) kept.add(k); });
        let from = at;
        characters.forEach((character, k) => { if (kept.has(k)) sentence.facts.push([from, from + character.length]); from += character.length; });
      } else if (keys[0].has(key) && keys[1].has(key) && (NUMBER.test(key) || (names.has(key) && !lower.has(key)))) sentence.facts.push([at, at + text.length]);
    }
  });
  mark(a, b); mark(b, a);
}
const together = (name, on) => document.querySelectorAll(`#compare [data-pair="${name}"]`).forEach(node => node.classList.toggle("on", on));
function retoldSide(mine, name) {
  const made = [];
  let paragraph = -1;
  for (const sentence of mine) {
    if (sentence.paragraph !== paragraph) { made.push(element("p", { dir: "auto" })); paragraph = sentence.paragraph; }
    const span = element("span", { class: sentence.pair < 0 ? "lone" : "pair" });
    if (sentence.pair >= 0) {
      const number = sentence.number;
      span.dataset.pair = number;
      for (const [event, on] of [["mouseenter", true], ["mouseleave", false], ["focusin", true], ["focusout", false]]) span.addEventListener(event, () => together(number, on));
      span.append(element("button", { type: "button", class: "no", text: number, "aria-label": t.counterpartN(number), onclick: () => {
        const other = $(name === "a" ? "side-b" : "side-a").querySelector(`[data-pair="${number}"] button`);
        other.scrollIntoView({ block: "nearest" });
        other.focus();
      } }), " ");
    }
    let done = 0;
    for (const [from, to] of joined(sentence.facts)) {
      span.append(plain(sentence.text.slice(done, from)), element("mark", { text: sentence.text.slice(from, to) }));
      done = to;
    }
    span.append(plain(sentence.text.slice(done)));
    made[made.length - 1].append(span);
  }
  return made;
}
function joined(spans) {
  const made = [];
  for (const [from, to] of spans) if (made.length && made[made.length - 1][1] === from) made[made.length - 1][1] = to; else made.push([from, to]);
  return made;
}
function showRetold(a, b, copy) {
  [...a, ...b].forEach(readTerms);
  matchRetold(a, b);
  markFacts(a, b);
  let number = 0;
  for (const sentence of b) if (sentence.pair >= 0) sentence.number = a[sentence.pair].number = ++number;
  $("side-a").replaceChildren(...retoldSide(a, "a"));
  $("side-b").replaceChildren(...retoldSide(b, "b"));
  $("legend").replaceChildren(`${t.legend} `, element("span", { class: "no", text: "1" }), `${t.counterpart} · `, element("mark", { text: t.fact }), ` · ${reasons(copy)}`);
}
async function compare(source, copy) {
  const [first, second] = await Promise.all([source, copy].map(doc => inflate(packedText(doc))));
  const a = sentences(first), b = sentences(second);
  $("name-a").textContent = plain(`${label(source)} (${data.hosts[source[HOST]]})`);
  $("name-b").textContent = plain(`${label(copy)} (${data.hosts[copy[HOST]]})`);
  if (data.kinds[copy[KIND]] === "rewritten") showRetold(a, b, copy);
  else showChanges(a, b);
  $("compare").showModal();
}

function showAll() {
  document.documentElement.lang = t === WORDS.zh ? "zh-CN" : "en";
  document.title = `${t.title}: ${plain(data.meta.name)}`;
  document.querySelectorAll("[data-t]").forEach(node => { node.textContent = t[node.dataset.t]; });
  $("language").textContent = t.other;
  $("language").lang = t === WORDS.zh ? "en" : "zh-CN";
  $("sort").replaceChildren(...Object.keys(SORTS).map(name => element("option", { value: name, text: t[name] })));
  $("kind").replaceChildren(element("option", { value: "", text: t.all }), ...data.kinds.map((kind, i) => element("option", { value: i, text: t[kind] || kind })));
  $("sort").value = state.sort;
  $("kind").value = state.kind;
  showCounts(); showDays(); showMap(); showHosts(); showPatterns(); showMarks(); showList();
}
let waiting = 0;
$("search").addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => { state.search = $("search").value; state.page = 0; showList(); }, 120);
});
$("sort").addEventListener("change", () => { state.sort = $("sort").value; state.page = 0; showList(); });
$("kind").addEventListener("change", () => { state.kind = $("kind").value; state.page = 0; showList(); });
$("clusters").addEventListener("submit", event => event.preventDefault());
$("language").addEventListener("click", () => { t = t === WORDS.zh ? WORDS.en : WORDS.zh; showAll(); });
$("save").addEventListener("click", saveMarks);
$("close").addEventListener("click", () => $("compare").close());
let width = innerWidth;
addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; showDays(); showMap(); } });
showAll();
