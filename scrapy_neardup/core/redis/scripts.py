"""The steps of a shared index that are atomic on a server, as Lua scripts.

Each is sent as one EVAL on keys of one slot. It may run twice, because it is sent again if the
reply is lost. :mod:`.contest` tells which of them make up the protocol of claims, and why it
holds.

The value of a claim's key is its state (one byte), its owner's token (:data:`TOKEN_BYTES`) and its
record. The counts go by byte 0 of a record, its kind: that of an article that heads its story, or
of a copy.
"""

from scrapy_neardup.core.index.record import HEAD_BYTES

TOKEN_BYTES = 8

CLAIM = """
local held = redis.call('GET', KEYS[1])
if held then
  if string.sub(held, 2, 9) ~= string.sub(ARGV[1], 2, 9) then return held end
elseif ARGV[3] ~= '' and redis.call('GET', KEYS[2]) ~= ARGV[3] then return '' end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return false
"""
"""KEYS claim, record. ARGV value, lease in ms, the record that is to be replaced as it was read, or ''.
Sets the claim, or returns another owner's, or "" where the record is gone or has changed. Once the
claim is set, it stays set although a head's record is amended under it."""

CHANGE = """
local held = redis.call('GET', KEYS[1])
if not held or string.sub(held, 2, 9) ~= string.sub(ARGV[1], 2, 9) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
"""
"""KEYS claim. ARGV value, lease in ms. Sets the claim anew if it is still there; one that is gone stays so."""

DECIDE = """
local held = redis.call('GET', KEYS[1])
if not held or string.sub(held, 2, 9) ~= ARGV[1] then return 0 end
redis.call('SETRANGE', KEYS[1], 0, 'o')
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1
"""
"""KEYS claim. ARGV token, lease in ms. Returns 1 if the claim is this owner's and original now."""

EVICT = """
local held = redis.call('GET', KEYS[1])
if held and string.sub(held, 2, 9) == ARGV[1] and string.sub(held, 1, 1) == 'u' then
  redis.call('DEL', KEYS[1])
end
return 1
"""
"""KEYS claim. ARGV token. Deletes the undecided claim of another owner."""

RENEW = """
local held = redis.call('GET', KEYS[1])
if not held or string.sub(held, 2, 9) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
"""
"""KEYS claim. ARGV token, lease in ms."""

WITHDRAW = """
local held = redis.call('GET', KEYS[1])
if not held or string.sub(held, 2, 9) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
return 1 - redis.call('EXISTS', KEYS[2])
"""
"""KEYS claim, record. ARGV token. Returns 1 if the claim was this owner's and nothing is kept under it, else 0."""

TAKE_BLOCK = """
if redis.call('HGET', KEYS[1], 'id') ~= ARGV[1] then return false end
return redis.call('HINCRBY', KEYS[1], 'blocks', 1) - 1
"""
"""KEYS next. ARGV the index's id. Returns the number of the block that was taken, or None if the
servers have another index, or none.
"""

_FIELD = f"""
local function field_of(record)
  local kind = string.byte(record, 1)
  return ({" or ".join(f"kind == {byte}" for byte in HEAD_BYTES)}) and 'articles' or 'copies'
end
"""

_COUNT = (
    _FIELD
    + """
local function count(key, record, step)
  local field = field_of(record)
  if step > 0 or tonumber(redis.call('HGET', key, field) or '0') > 0 then
    redis.call('HINCRBY', key, field, step)
  end
end
"""
)
"""Counts a record in a block's counts, or no longer. What servers that lost data count no longer is
not counted out, or the block would have fewer documents than none."""

KEEP = (
    _COUNT
    + """
if redis.call('HGET', KEYS[3], 'id') ~= ARGV[6] then return 4 end
local held = redis.call('GET', KEYS[2])
local mine = held and string.sub(held, 2, 9) == ARGV[1]
local old = redis.call('GET', KEYS[1])
if not mine and ARGV[3] == '1' and old ~= ARGV[2] then return 0 end
if old and ARGV[5] ~= '' and old ~= ARGV[5] and old ~= ARGV[2] then return 3 end
if old and ARGV[9] == '1' and old ~= ARGV[2] then return 5 end
if mine and ARGV[10] == '0' then redis.call('DEL', KEYS[2])
elseif mine then
  redis.call('SETRANGE', KEYS[2], 0, 'o')
  redis.call('PEXPIRE', KEYS[2], ARGV[10])
end
local function put(key, value)
  if ARGV[4] == '0' then redis.call('SET', key, value)
  else redis.call('SET', key, value, 'PX', ARGV[4]) end
end
put(KEYS[1], ARGV[2])
if ARGV[7] == 'put' then put(KEYS[4], ARGV[8])
elseif ARGV[7] == 'drop' then redis.call('DEL', KEYS[4]) end
if old then count(KEYS[3], old, -1) end
count(KEYS[3], ARGV[2], 1)
if ARGV[4] ~= '0' then redis.call('PEXPIRE', KEYS[3], ARGV[4]) end
return mine and 1 or 2
"""
)
"""KEYS record, claim, counts, text. ARGV token, record, 1 if the claim must be there, ms to live
or 0, the record that it is made from as it was read or '', the index's id, what becomes of the
text ("put", "drop" or "leave"), the text, 1 if no other record may be there, 0 to end the claim or
ms for which it stays as an original's.

Writes the record and its text, ends the claim and counts, in one step. 1: done; 2: done though the
claim was gone (or done before); 0: not done as it was gone; 3: not done as the record has changed;
4: not done as the counts are not of this index; 5: not done as another record is there.
"""

GONE_BEFORE, CHANGED_BEFORE, OTHER_INDEX, TAKEN = 2, 3, 4, 5
"""Replies of :data:`KEEP`; CHANGED_BEFORE is one of :data:`REMOVE`, too."""

AMEND = """
local held = redis.call('GET', KEYS[1])
if held == ARGV[2] then return 1 end
if held ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL')
return 1
"""
"""KEYS record. ARGV the record as it was read, the amended record. 0 if it has changed since."""

KEEP_TEXT = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] or redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
redis.call('SET', KEYS[2], ARGV[2])
local left = redis.call('PTTL', KEYS[1])
if left > 0 then redis.call('PEXPIRE', KEYS[2], left) end
return 1
"""
"""KEYS record, text. ARGV the record as it was read, the text. Keeps a text beside a record that has
none; 0 if it has one, or has changed since.
"""

REMOVE = (
    _COUNT
    + """
if ARGV[1] == '1' and redis.call('EXISTS', KEYS[3]) == 1 then return 0 end
local old = redis.call('GET', KEYS[1])
if old and ARGV[2] ~= '' and old ~= ARGV[2] then return 3 end
redis.call('DEL', KEYS[1], KEYS[4])
if old then count(KEYS[2], old, -1) end
return 1
"""
)
"""KEYS record, counts, claim, text. ARGV 1 if nothing is done while there is a claim, the record as it
was read or '' for any. Deletes a kept record and its text; 0 if it is claimed, 3 if it has changed."""

COUNT = (
    _FIELD
    + """
local has = {articles = redis.call('HGET', KEYS[1], 'articles') or '0',
  copies = redis.call('HGET', KEYS[1], 'copies') or '0'}
local should = {articles = 0, copies = 0}
for place = 2, #KEYS do
  local kind = redis.call('GETRANGE', KEYS[place], 0, 0)
  if kind ~= '' then
    local field = field_of(kind)
    should[field] = should[field] + 1
  end
end
if ARGV[1] == '1' then
  redis.call('HSET', KEYS[1], 'articles', should.articles, 'copies', should.copies,
    'id', ARGV[2])
end
return {tonumber(has.articles) or -1, tonumber(has.copies) or -1, should.articles, should.copies}
"""
)
"""KEYS counts, every record of the block. ARGV 1 to correct the counts, the index's id. Returns
the articles and copies that are counted, -1 for what is no number, and those that there are.
"""
