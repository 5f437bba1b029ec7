/**
 * One answer with everything: `node e2e/bench/large-answer.ts [items] [characters added to each] [slow clients]`, 50,000,
 * 5,000 and 16 unless told. What the server's process holds (`VmHWM` of Linux, anew for each part) and how long it takes:
 * one page of 100, everything for a client that reads, everything for clients that stop reading after the first bytes.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { leanProcess } from '../../src-main/hosts/launch/desk-process.ts'

const [items = 50_000, more = 5000, slow = 16] = process.argv.slice(2).map(Number)
const directory = mkdtempSync(join(tmpdir(), 'large-answer-'))
const program = fileURLToPath(new URL('local-api-server.ts', import.meta.url))

/** The server over the folder, with so many items more. */
async function start(added: number) {
  const child = spawn(
    process.execPath,
    [...leanProcess.options, program, directory, String(added), String(more)],
    { env: leanProcess.environment, stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { child, ...JSON.parse((await lines.next()).value ?? '{}') }
}
async function stop(child: ChildProcess): Promise<void> {
  child.stdin?.end('\n')
  await new Promise((resolve) => child.on('close', resolve))
}

// What filling takes is not what serving takes.
await stop((await start(items)).child)
const { child, address, username, password } = await start(0)
const { hostname, port } = new URL(address)

const status = (name: string): number =>
  Number(
    new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1],
  ) / 1024
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`

async function part(name: string, work: () => Promise<string>): Promise<void> {
  // Anew from what it holds now.
  writeFileSync(`/proc/${child.pid}/clear_refs`, '5')
  const before = status('VmRSS')
  const start = performance.now()
  const said = await work()
  const seconds = ((performance.now() - start) / 1000).toFixed(2)
  const [peak, after] = [status('VmHWM'), status('VmRSS')].map((size) => size.toFixed(0))
  console.log(
    `${name}: ${seconds} s, ${said}; holds ${before.toFixed(0)} MB before, ${peak} MB at most, ${after} MB after`,
  )
}

const read = (path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers: { username, password }, agent: false })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const start = performance.now()
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve(
          `status ${response.statusCode}, ${megabytes(bytes)}, ${megabytes((bytes / (performance.now() - start)) * 1000)} a second`,
        ),
      )
    })
    sent.end()
  })

const everything = `/v2.1/item?since=20000101&limit=${items}`
await part('100 items', () => read('/v2.1/item?since=20000101&limit=100'))
await part('everything', () => read(everything))
await part('everything again', () => read(everything))
await part('everything with pictures asked for', () => read(`${everything}&pi=b`))
await part(`${slow} clients that do not read on`, async () => {
  const sockets = Array.from({ length: slow }, () => {
    const socket = connect(Number(port), hostname).pause()
    socket.write(
      `GET ${everything} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nusername: ${username}\r\npassword: ${password}\r\n\r\n`,
    )
    return socket
  })
  await new Promise((resolve) => setTimeout(resolve, 5000))
  const page = await read('/v2.1/item?since=20000101&limit=100')
  for (const socket of sockets) socket.destroy()
  return `beside them 100 items with ${page}`
})
await stop(child)
rmSync(directory, { recursive: true })
