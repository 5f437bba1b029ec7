/** Chromium, started headless and controlled over the DevTools protocol: the stand-in's window system. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

// biome-ignore lint/suspicious/noExplicitAny: DevTools messages have hundreds of shapes; each caller knows its own
export type Json = Record<string, any>
type Listener = (method: string, parameters: Json, sessionId: string) => void

export const profile = mkdtempSync(join(tmpdir(), 'electron-stand-in-'))
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-startup-window',
  '--no-first-run',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
]
const announcement = 'DevTools listening on '
const pending = new Map<number, PromiseWithResolvers<Json>>()
let chromium: ChildProcess | undefined
let socket: WebSocket
let lastId = 0
let listener: Listener = () => {}
let connection: Promise<string> | undefined

/** Sets the listener for events of Chromium. Must be called once, before any command. */
export function hear(onEvent: Listener): void {
  listener = onEvent
}

/**
 * Starts Chromium unless it is running. An app without a window, such as a command line, does not need it.
 * @returns the line that tells Playwright where to connect
 */
export function connect(): Promise<string> {
  connection ??= launch()
  return connection
}

/** Prints the line of `connect`. */
export const announce = (line: string): void => void process.stderr.write(`${line}\n`)

/** Sends one DevTools command, to the browser or to the session of a page. */
export async function send(method: string, parameters: Json = {}, sessionId?: string): Promise<Json> {
  if (connection) await connection
  else announce(await connect())
  return sendNow(method, parameters, sessionId)
}

function sendNow(method: string, parameters: Json, sessionId?: string): Promise<Json> {
  const call = Promise.withResolvers<Json>()
  lastId += 1
  pending.set(lastId, call)
  socket.send(JSON.stringify({ id: lastId, method, params: parameters, sessionId }))
  return call.promise
}

async function launch(): Promise<string> {
  const path = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
  const child = spawn(path, [...flags, `--user-data-dir=${profile}`], { stdio: ['ignore', 'ignore', 'pipe'] })
  chromium = child
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (text) => {
      if (text.startsWith(announcement)) resolve(text)
    })
    child.on('error', reject)
    child.on('exit', () => reject(new Error('Chromium ended before it was ready')))
  })
  socket = new WebSocket(line.slice(announcement.length))
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = reject
  })
  socket.onmessage = ({ data }) => {
    const { id, error, result, method, params, sessionId } = JSON.parse(data as string)
    if (!id) return listener(method, params, sessionId)
    const call = pending.get(id)
    pending.delete(id)
    if (error) call?.reject(new Error(error.message))
    else call?.resolve(result)
  }
  await sendNow('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }],
  })
  return line
}

const exit = process.exit

/** Stops Chromium, removes its profile, then exits this process. */
export function endWith(code: number): void {
  const end = (): void => {
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
    exit(code)
  }
  if (chromium) {
    chromium.once('exit', end)
    chromium.kill()
  } else end()
}
export const kill = (): void => void chromium?.kill()
