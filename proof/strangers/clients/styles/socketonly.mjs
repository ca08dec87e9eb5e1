// An API client in Node that does everything over its WebSocket; REST only for token and ticket.
import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
const base = (process.env.CONFORM_URL ?? 'http://127.0.0.1:8080').replace(/\/$/, '')
const flaw = process.argv[2] === '--breach' ? process.argv[3] : ''
const pause = (ms) => new Promise((done) => setTimeout(done, ms))
const devices = (process.env.CONFORM_DEVICE_IDS ?? '').split(',').filter(Boolean).slice(0, 3)
async function post(path, body, token) {
  try {
    const reply = await fetch(`${base}/svc/v1${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }, body: body && JSON.stringify(body), signal: AbortSignal.timeout(9000) })
    return { status: reply.status, ...(await reply.json()) }
  } catch {
    return { status: 0 }
  }
}
const backoff = (attempt, reply) => pause(Math.max(1000 * (reply?.data?.retryAfterSeconds ?? 0), Math.min(45_000, 900 * 2 ** attempt)) * (1.02 + Math.random() * 0.6))
let token, socket
const waiting = new Map()
function ask(topic, data) {
  return new Promise((done) => {
    if (socket?.readyState !== WebSocket.OPEN) return done({})
    const requestId = randomUUID()
    const timer = setTimeout(() => { waiting.delete(requestId); done({}) }, 11_000)
    waiting.set(requestId, (reply) => { clearTimeout(timer); done(reply) })
    socket.send(JSON.stringify({ type: 'request', topic, requestId, data }))
  })
}
async function connection() {
  let attempt = 0
  for (;;) {
    if (!token) {
      const reply = await post('/auth/token', { clientId: process.env.CONFORM_CLIENT_ID, clientSecret: process.env.CONFORM_CLIENT_SECRET })
      if (reply.status === 401 || reply.status === 403) process.exit(1)
      if (reply.code !== 'SUCCESS') { await backoff(attempt++, reply); continue }
      token = reply.data.accessToken
    }
    const ticket = await post('/ws/ticket', undefined, token)
    if (ticket.status === 401) token = undefined
    if (ticket.status === 403) process.exit(1)
    if (ticket.code === 'SUCCESS') {
      const since = Date.now()
      await live(ticket.data.ticket)
      if (Date.now() - since > 30_000) attempt = 0
    }
    if (flaw === 'each-second') await pause(Math.max(1000, 1100 * (ticket.data?.retryAfterSeconds ?? 0)))
    else await backoff(attempt++, ticket)
  }
}
async function live(ticket) {
  socket = new WebSocket(`${base.replace(/^http/, 'ws')}/svc/v1/ws?ticket=${ticket}`)
  socket.on('error', () => {})
  socket.on('message', (raw) => {
    const frame = JSON.parse(raw)
    if (frame.type === 'reply') { waiting.get(frame.requestId)?.(frame); waiting.delete(frame.requestId) }
  })
  const beats = setInterval(() => void ask('session.ping', {}), flaw === 'beat-70' ? 70_000 : 25_000)
  socket.on('open', () => { for (const id of devices) line(id, () => look(id)) })
  await new Promise((done) => socket.on('close', done))
  clearInterval(beats)
  for (const each of waiting.values()) each({})
  waiting.clear()
}
const lines = new Map()
const line = (id, job) => lines.set(id, (lines.get(id) ?? Promise.resolve()).then(job))
const free = new Map()
async function look(id) {
  for (let attempt = 0; attempt < 4; attempt++) {
    await pause(Math.max(0, (free.get(id) ?? 0) - Date.now()))
    const reply = await ask('device.state.get', { deviceId: id })
    free.set(id, Date.now() + 3200)
    if (reply.code === 'RATE_LIMITED' && flaw === 'half-second') free.set(id, Date.now() + 500)
    else if (reply.code === 'INTERNAL_ERROR' && flaw === 'burst-on-error') free.set(id, Date.now() + 120)
    else if (['RATE_LIMITED', 'DEVICE_BUSY', 'INTERNAL_ERROR'].includes(reply.code)) free.set(id, Date.now() + Math.max(3200, 1000 * (reply.data?.retryAfterSeconds ?? 0) + 150, 1500 * 2 ** attempt * (1 + Math.random() * 0.3)))
    else return
  }
}
async function command(id, name, params) {
  const idempotencyKey = randomUUID()
  for (let attempt = 0; attempt < 5; attempt++) {
    const reply = await ask('device.operation.execute', { deviceId: id, idempotencyKey, operation: { name, params } })
    if (flaw === 'timeout-once-more' && reply.data?.command?.status === 'TIMEOUT' && attempt < 2) { await pause(2000); continue }
    if (reply.code && !['RATE_LIMITED', 'DEVICE_BUSY', 'INTERNAL_ERROR'].includes(reply.code)) return
    await backoff(attempt, reply)
  }
}
void connection()
let turn = 0
for (;;) {
  await pause(8500)
  const id = devices[turn++ % devices.length]
  line(id, () => turn % 3 === 0 ? command(id, 'device.rs485.transceive', { data: 'a1b2', timeoutMs: 400 }) : command(id, 'device.relay.set', { relays: [{ index: 1, action: turn % 2 ? 'on' : 'off' }] }))
  line(id, () => look(id))
}
