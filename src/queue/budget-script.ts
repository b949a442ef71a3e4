// Each step of a budget over machines, as one Lua script. Amounts are three whole numbers (billionths of a dollar, tokens,
// calls whose price is not known). The totals have what is spent, reserved, and held for reservations of a count that was
// lost; the name of this count; the number of costs settled in it, and how many of them the coordinator has noted.
export const budgetScript = `
local totals, rows, owners, lapsed, reconciled = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local op, owner, lease, id = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local fields = {'nano', 'tokens', 'unpriced'}
local function int(value) return value == 0 and '0' or string.format('%.0f', value) end
local function amount(text)
  local all = {}
  for word in string.gmatch(text, '[^ ]+') do all[#all + 1] = tonumber(word) or word end
  return all
end
local function get(prefix)
  local all = {}
  for at, field in ipairs(fields) do all[at] = tonumber(redis.call('HGET', totals, prefix .. field) or '0') end
  return all
end
local function add(prefix, what, sign)
  for at, field in ipairs(fields) do redis.call('HINCRBY', totals, prefix .. field, int(sign * what[at])) end
end
local function text(what) return int(what[1]) .. ' ' .. int(what[2]) .. ' ' .. int(what[3]) end
local ask, limit = amount(ARGV[5]), amount(ARGV[6])
local known, kept, noted = ARGV[7], amount(ARGV[8]), tonumber(ARGV[9])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
if op == 'begin' then
  local there = get('')
  for at, field in ipairs(fields) do redis.call('HSET', totals, field, int(math.max(there[at], ask[at]))) end
  if redis.call('HSETNX', totals, 'count', known) == 1 then
    add('held-', kept, 1)
    redis.call('HSET', totals, 'held-until', int(now + lease), 'steps', int(noted), 'noted', int(noted))
  end
end
if redis.call('EXISTS', totals) == 0 then return {'missing', '0 0 0', '0 0 0', '', '0', '0'} end
local count = redis.call('HGET', totals, 'count') or ''
local function number(field) return tonumber(redis.call('HGET', totals, field) or '0') end
if noted > number('noted') then redis.call('HSET', totals, 'noted', int(noted)) end
local function held()
  if now > number('held-until') then return {0, 0, 0} end
  return get('held-')
end
local function lower(what)
  local left = get('held-')
  for at, field in ipairs(fields) do
    redis.call('HSET', totals, 'held-' .. field, int(math.max(0, left[at] - what[at])))
  end
end
local function taken()
  local all, more = get('reserved-'), held()
  for at in ipairs(fields) do all[at] = all[at] + more[at] end
  return all
end
redis.call('ZADD', owners, int(now + lease), owner)
local function release(gone, billed)
  local all = redis.call('HGETALL', rows)
  for at = 1, #all, 2 do
    local row = amount(all[at + 1])
    if gone[row[4]] then
      redis.call('HDEL', rows, all[at])
      add('reserved-', row, -1)
      if billed then
        add('', row, 1)
        redis.call('HSET', lapsed, all[at], all[at + 1])
      end
    end
  end
end
local dead = redis.call('ZRANGEBYSCORE', owners, '-inf', '(' .. int(now))
if #dead > 0 then
  local gone = {}
  for _, who in ipairs(dead) do gone[who] = true end
  release(gone, true)
  redis.call('ZREM', owners, unpack(dead))
end
local state = 'ok'
if op ~= 'begin' and known ~= count then lower(kept) end
if op == 'reserve' and known ~= '' and known ~= count then
  state = 'other'
elseif op == 'restore' and redis.call('HEXISTS', rows, id) == 0 then
  redis.call('HSET', rows, id, text(ask) .. ' ' .. owner)
  add('reserved-', ask, 1)
  lower(ask)
elseif op == 'reserve' and redis.call('HEXISTS', rows, id) == 0 then
  local spent, reserved = get(''), taken()
  local fits, alone = true, true
  for at = 1, 2 do
    if limit[at] >= 0 then
      alone = alone and spent[at] + ask[at] <= limit[at]
      fits = fits and spent[at] + ask[at] + reserved[at] <= limit[at]
    end
  end
  if fits then
    redis.call('HSET', rows, id, text(ask) .. ' ' .. owner)
    add('reserved-', ask, 1)
  else
    state = alone and 'later' or 'never'
  end
elseif op == 'end' or op == 'reconcile' then
  local row, late = redis.call('HGET', rows, id), redis.call('HGET', lapsed, id)
  local open, found = row or late, op == 'reconcile'
  if row then
    redis.call('HDEL', rows, id)
    add('reserved-', amount(row), -1)
  elseif late then
    redis.call('HDEL', lapsed, id)
    add('', amount(late), -1)
  end
  local known = not open and (found or redis.call('SREM', reconciled, id) == 1)
  if not known then add('', ask, 1) end
  if open and found then redis.call('SADD', reconciled, id) end
  redis.call('HINCRBY', totals, 'steps', 1)
elseif op == 'again' then
  add('', ask, 1)
  lower(kept)
  redis.call('HINCRBY', totals, 'steps', 1)
elseif op == 'leave' then
  release({[owner] = true}, false)
  redis.call('ZREM', owners, owner)
end
return {state, text(get('')), text(taken()), count, int(number('steps')), int(number('noted'))}
`;
