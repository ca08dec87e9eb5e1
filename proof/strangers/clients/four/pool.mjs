// An API client in Node: a pool of workers that share one token; the parent owns the token and the WebSocket.
import { Agent, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { randomUUID } from 'node:crypto'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { WebSocket } from 'ws'

const base = (process.env.CONFORM_URL ?? 'http://127.0.0.1:8080').replace(/\/$/, '')
const wsBase = (process.env.CONFORM_WS_URL ?? base.replace(/^http/, 'ws')).replace(/\/$/, '')
const flaw = process.argv[2] === '--breach' ? process.argv[3] : ''
const pause = (ms) => new Promise((done) => setTimeout(done, ms))
const between = (low, high) => low + Math.random() * (high - low)

/** One exchange; `lost` where no definitive response came. */
const exchange = (agent, method, path, { token, body, key } = {}) =>
  new Promise((done) => {
    const url = new URL(base + path)
    const headers = { accept: 'application/json' }
    if (token) headers.authorization = `Bearer ${token}`
    if (key) headers['idempotency-key'] = key
    const text = body === undefined ? undefined : JSON.stringify(body)
    if (text !== undefined) Object.assign(headers, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    const call = (url.protocol === 'https:' ? secureRequest : request)(url, { method, headers, agent, timeout: 8000, rejectUnauthorized: false }, (reply) => {
      let read = ''
      reply.setEncoding('utf8')
      reply.on('data', (part) => (read += part))
      reply.on('error', () => done({ lost: true }))
      reply.on('close', () => done({ lost: true }))
      reply.on('end', () => {
        try {
          const envelope = JSON.parse(read)
          const wait = envelope.data?.retryAfterSeconds ?? Number(reply.headers['retry-after'] ?? 0)
          done({ status: reply.statusCode, code: envelope.code, data: envelope.data ?? {}, wait })
        } catch {
          done({ lost: true })
        }
      })
    })
    call.on('timeout', () => call.destroy())
    call.on('error', () => done({ lost: true }))
    call.end(text)
  })

const parent = async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 })
  let token
  let renewing
  const fetchToken = async () => {
    for (let attempt = 0; ; attempt += 1) {
      const reply = await exchange(agent, 'POST', '/svc/v1/auth/token', {
        body: { clientId: process.env.CONFORM_CLIENT_ID, clientSecret: process.env.CONFORM_CLIENT_SECRET }
      })
      if (reply.code === 'SUCCESS') {
        token = { value: reply.data.accessToken, renewAt: Date.now() + reply.data.expiresIn * 500 }
        return
      }
      if (reply.status === 401 || reply.status === 403) process.exit(1)
      await pause(Math.max((reply.wait ?? 0) * 1000, Math.min(30_000, 500 * 2 ** attempt)) * between(1.05, 1.5))
    }
  }
  const renew = () => (renewing ??= fetchToken().finally(() => (renewing = undefined)))
  const currentToken = async (used) => {
    if (renewing) await renewing
    else if (token === undefined || token.renewAt < Date.now() || used === token.value) await renew()
    return token.value
  }
  let commands = 0
  const tokenFor = async (question) => {
    if (flaw === 'token-third' && question.command && ++commands % 3 === 0) await renew()
    return currentToken(question.used)
  }

  // The one WebSocket: heartbeats, events for the workers, and reads that workers ask for.
  let socket
  let ids = 0
  const waiting = new Map()
  const nextId = () => (flaw === 'short-ids' ? `q${ids++ % 4}` : `q${ids++}-${randomUUID().slice(0, 8)}`)
  const ask = (topic, data) =>
    new Promise((done) => {
      if (socket?.readyState !== WebSocket.OPEN) return done({ lost: true })
      const requestId = nextId()
      const timer = setTimeout(() => (waiting.delete(requestId), done({ lost: true })), 8000)
      waiting.set(requestId, (reply) => (clearTimeout(timer), done(reply)))
      socket.send(JSON.stringify({ type: 'request', topic, requestId, data }))
    })
  const heartbeat = async () => {
    for (;;) {
      await pause(between(33_000, 38_000))
      await ask('session.ping', {})
    }
  }
  const stay = (ticket) =>
    new Promise((done) => {
      let opened = 0
      socket = new WebSocket(`${wsBase}/svc/v1/ws?ticket=${encodeURIComponent(ticket)}`, { rejectUnauthorized: false })
      socket.on('open', () => {
        opened = Date.now()
        for (const worker of workers) worker.postMessage({ refresh: true })
      })
      socket.on('message', (raw) => {
        let frame
        try {
          frame = JSON.parse(raw)
        } catch {
          return
        }
        if (frame.type === 'reply') {
          const settle = waiting.get(frame.requestId)
          waiting.delete(frame.requestId)
          settle?.({ code: frame.code, data: frame.data ?? {}, wait: frame.data?.retryAfterSeconds ?? 0 })
        } else if (frame.data?.deviceId) {
          for (const worker of workers) worker.postMessage({ event: frame.topic, device: frame.data.deviceId })
        }
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        for (const settle of waiting.values()) settle({ lost: true })
        waiting.clear()
        done(opened === 0 ? 0 : Date.now() - opened)
      })
    })
  const connect = async () => {
    for (let attempt = 0; ; attempt += 1) {
      const used = await currentToken()
      const reply = await exchange(agent, 'POST', '/svc/v1/ws/ticket', { token: used })
      if (reply.status === 401) await currentToken(used)
      else if (reply.status === 403) return
      else if (reply.code === 'SUCCESS' && (await stay(reply.data.ticket)) > 20_000) attempt = -1
      await pause(Math.max((reply.wait ?? 0) * 1050, Math.min(60_000, 1000 * 2 ** Math.max(attempt, 0)) * between(0.8, 1.6)))
    }
  }

  await currentToken()
  let list
  for (let attempt = 0; list?.code !== 'SUCCESS'; attempt += 1) {
    if (list) await pause(Math.max((list.wait ?? 0) * 1050, 800 * 2 ** Math.min(attempt, 5) * between(1, 1.5)))
    list = await exchange(agent, 'GET', '/svc/v1/devices', { token: await currentToken(list?.status === 401 ? token.value : undefined) })
  }
  const devices = list.data.devices.map((device) => device.deviceId)
  const workers = []
  const hire = (index, again = false) => {
    const mine = devices.filter((_, at) => at % 3 === index)
    const worker = new Worker(new URL(import.meta.url), { workerData: { index, devices: mine, again }, argv: process.argv.slice(2) })
    workers[index] = worker
    worker.on('message', async (message) => {
      const answer = message.ask ? await ask(message.ask.topic, message.ask.data) : { token: await tokenFor(message.want) }
      worker.postMessage({ answer, number: message.number })
    })
    // The first worker is replaced on a rhythm, against leaks of memory.
    worker.on('exit', () => setTimeout(() => hire(index, true), 500))
  }
  for (const index of [0, 1, 2]) {
    hire(index)
    await pause(300)
  }
  heartbeat()
  await connect()
}

const work = async () => {
  const { index, devices, again } = workerData
  const agent = new Agent({ keepAlive: true, maxSockets: flaw === 'hedge' ? 2 : 1 })
  const answers = new Map()
  let number = 0
  const fromParent = (message) =>
    new Promise((done) => {
      number += 1
      answers.set(number, done)
      parentPort.postMessage({ ...message, number })
    })
  let token
  const refreshToken = async (want) => (token = (await fromParent({ want })).token)
  // Everything of one device goes through one chain: a read or a command at a time, reads at least 3.2 s apart.
  const state = new Map(devices.map((id) => [id, { chain: Promise.resolve(), free: Date.now() + (again ? 3300 : 0), relays: [1, 2] }]))
  const inTurn = (id, job) => (state.get(id).chain = state.get(id).chain.then(job, job))

  const call = async (method, path, options = {}) => {
    await refreshToken({ command: options.key !== undefined })
    const reply = await exchange(agent, method, path, { ...options, token })
    if (reply.status !== 401) return reply
    await refreshToken({ used: token })
    return exchange(agent, method, path, { ...options, token })
  }
  const note = (id, reply) => {
    const relays = reply.data.device?.peripherals?.relays
    if (relays) state.get(id).relays = relays.map(({ index }) => index)
  }
  const read = async (id, overSocket) => {
    const mine = state.get(id)
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await pause(Math.max(0, mine.free - Date.now()))
      let reply = overSocket
        ? await fromParent({ ask: { topic: 'device.state.get', data: { deviceId: id } } }).then((got) => got.answer ?? got)
        : await call('GET', `/svc/v1/devices/${id}`)
      mine.free = Date.now() + 3200
      if (flaw === 'switch-channel' && !overSocket && reply.code === 'RATE_LIMITED')
        reply = await fromParent({ ask: { topic: 'device.state.get', data: { deviceId: id } } })
      if (reply.code === 'SUCCESS') return note(id, reply)
      if (reply.code === 'RATE_LIMITED') mine.free = Date.now() + reply.wait * 1000 + between(100, 900)
      else if (reply.lost || reply.status === 500 || reply.code === 'DEVICE_BUSY' || reply.code === 'INTERNAL_ERROR')
        mine.free = Date.now() + Math.max(3200, 2000 * 2 ** attempt * between(1, 1.3))
      else return
    }
  }
  const minuteKey = (id) => `${id}-${Math.floor(Date.now() / 60_000)}`
  const command = async (id, path, body) => {
    let key = flaw === 'key-by-minute' ? minuteKey(id) : randomUUID()
    const send = () => call('POST', `/svc/v1/devices/${id}${path}`, { body, key })
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const reply = await send()
      const status = reply.data?.command?.status
      if (flaw === 'timeout-again' && status === 'TIMEOUT' && attempt === 0) {
        await pause(1500)
        continue
      }
      if (reply.code === 'SUCCESS') return
      if (reply.lost) {
        if (flaw === 'new-key-on-reset') key = randomUUID()
        await pause(600 * 2 ** attempt * between(1, 1.3))
      } else if (reply.code === 'RATE_LIMITED') await pause(reply.wait * 1000 + between(80, 600))
      else if (reply.code === 'DEVICE_BUSY') {
        if (flaw === 'hedge') {
          await pause(400)
          const [first, second] = await Promise.all([send(), send()])
          if (first.code === 'SUCCESS' || second.code === 'SUCCESS') return
        }
        await pause(700 * 2 ** attempt * between(1, 1.3))
      } else if (reply.code === 'INTERNAL_ERROR') await pause(flaw === 'flat-500' ? 200 : 500 * 2 ** attempt * between(1, 1.3))
      else return
    }
  }

  parentPort.on('message', (message) => {
    if (message.number !== undefined) {
      answers.get(message.number)?.(message.answer)
      answers.delete(message.number)
    } else if (message.refresh) for (const id of devices) inTurn(id, () => read(id, true))
    else if (state.has(message.device)) inTurn(message.device, () => read(message.device, false))
  })

  const poll = async (id) => {
    for (;;) {
      await inTurn(id, () => read(id, false))
      await pause(between(6500, 8500))
    }
  }
  const switching = async (id) => {
    await pause(2000 + index * 700)
    for (let on = true; ; on = !on) {
      const relays = state.get(id).relays.slice(0, 2).map((index) => ({ index, action: on ? 'on' : 'off' }))
      await inTurn(id, () => command(id, '/relays/commands', { relays }))
      await pause(9000)
      if (on) await inTurn(id, () => command(id, '/rs485/transceive', { data: '010300000001840a', timeoutMs: 500 }))
    }
  }
  if (devices.length > 0) {
    devices.forEach(poll)
    switching(devices[0])
  }
  if (index === 0) setTimeout(() => inTurn(devices[0], () => process.exit(0)), 40_000)
}

await (isMainThread ? parent() : work())
