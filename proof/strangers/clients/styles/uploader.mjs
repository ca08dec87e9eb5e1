// An API client in Node that uploads in batches: wishes are gathered, and each batch goes over one short connection.
// A requestId is the hash of a counter and of what is sent, a key the hash of the batch and of the place in it.
import { request } from 'node:http'
import { createHash, randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'

const base = (process.env.CONFORM_URL ?? 'http://127.0.0.1:8080').replace(/\/$/, '')
const flaw = process.argv[2] === '--breach' ? process.argv[3] : ''
const pause = (ms) => new Promise((done) => setTimeout(done, ms))
const hash = (...parts) => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)
const run = randomBytes(8).toString('hex')

const post = (path, body, token) =>
  new Promise((done) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const call = request(`${base}/svc/v1${path}`, { method: 'POST', headers, timeout: 10_000 }, (reply) => {
      const parts = []
      reply.on('data', (part) => parts.push(part))
      reply.on('close', () => {
        try {
          done({ status: reply.statusCode, ...JSON.parse(Buffer.concat(parts)) })
        } catch {
          done({ status: 0 })
        }
      })
    })
    call.on('timeout', () => call.destroy())
    call.on('error', () => done({ status: 0 }))
    call.end(body && JSON.stringify(body))
  })

const rest = (reply, attempt) => pause(Math.max(1000 * (reply.data?.retryAfterSeconds ?? 0), 400 * 2 ** Math.min(attempt, 7)) * (1.05 + Math.random() * 0.5))

let token
async function signedIn() {
  for (let attempt = 0; !token; attempt++) {
    const reply = await post('/auth/token', { clientId: process.env.CONFORM_CLIENT_ID, clientSecret: process.env.CONFORM_CLIENT_SECRET })
    if (reply.status === 401 || reply.status === 403) process.exit(1)
    if (reply.code === 'SUCCESS') token = reply.data.accessToken
    else await rest(reply, attempt)
  }
}

let tries = 0
async function connected() {
  for (;;) {
    if (tries > 0) await rest({}, tries)
    tries += 1
    await signedIn()
    const reply = await post('/ws/ticket', undefined, token)
    if (reply.status === 401) token = undefined
    if (reply.status === 403) process.exit(1)
    if (reply.code === 'SUCCESS') {
      if (flaw === 'packs-after-ticket') await pause(12_000)
      const socket = new WebSocket(`${base.replace(/^http/, 'ws')}/svc/v1/ws?ticket=${encodeURIComponent(reply.data.ticket)}`)
      socket.on('error', () => {})
      if (await new Promise((done) => (socket.on('open', () => done(true)), socket.on('close', () => done(false))))) return socket
    }
    if (reply.data?.retryAfterSeconds) await rest(reply, 0)
  }
}

let sent = 0
const ask = (socket, topic, data) =>
  new Promise((done) => {
    const requestId = flaw === 'id-of-content' ? hash(topic, data) : hash(run, sent++, topic, data)
    const timer = setTimeout(() => end({}), 9000)
    const hear = (raw) => {
      const frame = JSON.parse(raw)
      if (frame.requestId === requestId) end(frame)
    }
    const gone = () => end({})
    const end = (reply) => {
      clearTimeout(timer)
      socket.off('message', hear)
      socket.off('close', gone)
      done(reply)
    }
    socket.on('message', hear)
    socket.on('close', gone)
    if (socket.readyState !== WebSocket.OPEN) return end({})
    socket.send(JSON.stringify({ type: 'request', topic, requestId, data }))
  })

// Wishes: what is asked for, and a jog of its own each 4 s.
const wishes = []
const reads = new Map()
const devices = (process.env.CONFORM_DEVICE_IDS ?? process.env.CONFORM_DEVICE_ID ?? '').split(',').filter(Boolean).slice(0, 2)
createInterface({ input: process.stdin }).on('line', (line) => {
  const { do: wish, deviceId, relays } = JSON.parse(line)
  if (wish === 'setRelays') wishes.push({ deviceId, relays })
})
let round = 0
setInterval(() => {
  round += 1
  for (const deviceId of devices) wishes.push({ deviceId, relays: [{ index: 1 + (round % 3), action: round % 2 ? 'on' : 'off' }] })
}, 4000)

function gathered() {
  const byDevice = new Map()
  for (const { deviceId, relays } of wishes.splice(0)) {
    const mine = byDevice.get(deviceId) ?? new Map()
    for (const relay of relays) mine.set(relay.index, relay)
    byDevice.set(deviceId, mine)
  }
  const all = [...byDevice].map(([deviceId, relays]) => ({ deviceId, relays: [...relays.values()] }))
  return flaw === 'one-each' ? all.flatMap(({ deviceId, relays }) => relays.map((relay) => ({ deviceId, relays: [relay] }))) : all
}

async function upload(item, key) {
  for (let attempt = 0; attempt < 6; attempt++) {
    if (socket.readyState !== WebSocket.OPEN) {
      socket = await connected()
      for (const deviceId of devices) await look(deviceId)
    }
    const params = { relays: item.relays }
    const reply = await ask(socket, 'device.operation.execute', { deviceId: item.deviceId, idempotencyKey: key, operation: { name: 'device.relay.set', params } })
    if (reply.code && !['RATE_LIMITED', 'DEVICE_BUSY', 'INTERNAL_ERROR'].includes(reply.code)) return
    if (flaw === 'key-of-try' && !reply.code) key = hash(key, attempt)
    await rest(reply, attempt)
  }
}

async function look(deviceId) {
  await pause(Math.max(0, (reads.get(deviceId) ?? 0) - Date.now()))
  const reply = await ask(socket, 'device.state.get', { deviceId })
  reads.set(deviceId, Date.now() + 3400 + 1100 * (reply.data?.retryAfterSeconds ?? 0))
}

let socket
for (let batch = 0; ; batch++) {
  await pause(13_000)
  socket = await connected()
  const first = socket
  for (const deviceId of devices) await look(deviceId)
  const items = gathered()
  for (const [place, item] of items.entries()) await upload(item, flaw === 'key-of-content' ? hash(item) : hash(run, batch, place, item))
  await ask(socket, 'session.ping', {})
  if (socket === first && socket.readyState === WebSocket.OPEN) tries = 0
  socket.close()
}
