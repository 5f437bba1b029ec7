import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'
import type { ServeLine } from '../support/desk.ts'
import { createFeed } from '../support/feeds.ts'

/**
 * The command lines of the README, run by a shell as they stand there, one after the other. What a reader has of their
 * own is put in its place: folders, files, the address that `serve` says, the backup that was made, the feed that was
 * sent, the password.
 */
const readme = readFileSync(join(projectDirectory, 'README.md'), 'utf8')
const lines = [...readme.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))

/** Not run here: this very suite, and what it is run by. */
const elsewhere = ['npm ci && npm start', 'npm test', 'npm run test:quick']
const run = lines.filter((line) => !elsewhere.some((start) => line.startsWith(start)))

const folder = mkdtempSync(join(tmpdir(), 'desk-readme-'))
const programs = join(folder, 'bin')
mkdirSync(programs)
mkdirSync(join(folder, 'mnt'))
// `npm run` is a second of npm's own each time; that it starts the program is tried by `whole-job.test.ts`.
const { scripts } = JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8'))
const desk = scripts.desk
  .replace(/^node /, `"${process.execPath}" `)
  .replace('src-main/', `${projectDirectory}/src-main/`)
writeFileSync(
  join(programs, 'npm'),
  `#!/bin/sh\n[ "$1 $2 $3 $4" = "run --silent desk --" ] || exit 64\nshift 4\nexec ${desk} "$@"\n`,
  { mode: 0o700 },
)
writeFileSync(
  join(folder, 'products.jsonl.gz'),
  gzipSync('{"gtin":"9520000000035","name":"Oat drink, barista","brand":"Millbrook"}\n'),
)
writeFileSync(join(folder, 'feed.xml'), createFeed({ gtin: '9520000000011', title: 'Quince spread' }))
writeFileSync(join(folder, 'gtins.txt'), '9520000000035\n')

/** The identifier of the feed that `submit` sent, as it says it. */
let sent: string | undefined
let service: (ServeLine & { child: ChildProcess }) | undefined
afterAll(async () => {
  await stopService()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

async function stopService(): Promise<void> {
  const child = service?.child
  service = undefined
  if (!child || child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const backup = (): string => {
  const of = join(folder, 'mnt/backups')
  const [name = ''] = readdirSync(of)
  const made = readdirSync(join(of, name)).find((each) => each.endsWith('Z')) ?? ''
  return join(of, name, made)
}

/** The line with what a reader has of their own. */
const mine = (line: string): string =>
  line
    .replace(/\/mnt\/backups\/[\w-]+\/[\w:-]+|\/(tmp|mnt)\//g, (place, root) =>
      root === undefined ? backup() : `${folder}${root === 'tmp' ? '' : place.slice(0, -1)}/`,
    )
    .replace(' 3f2a… ', (place) => (sent === undefined ? place : ` ${sent} `))
    .replaceAll('http://127.0.0.1:8642', service?.api ?? 'http://127.0.0.1:8642')

const shell = (line: string): ChildProcess =>
  spawn('sh', ['-c', line.replace(/^npm /, 'exec npm ')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: `${programs}:${process.env['PATH']}`,
      CATALOG_DESK_HOME: join(folder, 'home'),
      CATALOG_DESK_PASSWORD: service?.password,
      PASSWORD: service?.password,
      API: service?.api,
    },
  })

const hasCurl = spawnSync('curl', ['--version']).status === 0

test('there are lines, and the most used commands are among them', () => {
  expect(run.length).toBeGreaterThanOrEqual(16)
  for (const command of [
    'serve',
    'connect',
    'sync',
    'import',
    'export',
    'validate',
    'submit',
    'backup',
    'restore',
  ])
    expect(run.join('\n')).toContain(`desk -- ${command} `)
})

const isService = (line: string): boolean => line.includes(' serve ')
/** The service that the other lines need is the first one; the further ones come when nobody needs it any more. */
const [first = '', ...furtherServices] = run.filter(isService)
const inOrder = [first, ...run.filter((line) => !isService(line)), ...furtherServices]

// The README writes its lines for a POSIX shell.
test.skipIf(process.platform === 'win32').each(inOrder)('%s', { timeout: 180_000 }, async (line) => {
  if (line.startsWith('curl') && !hasCurl) return console.warn('Skipped: curl is not installed')
  if (!isService(line)) return finished(line)
  await stopService()
  await serve(line)
})

async function serve(line: string): Promise<void> {
  const child = shell(mine(line))
  const said = text(child.stderr as NodeJS.ReadableStream)
  const ready = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', resolve)
    child.once('exit', () => resolve(''))
  })
  if (ready === '') throw new Error(`It ended before it was ready: ${await said}`)
  service = { ...(JSON.parse(ready) as ServeLine), child }
  if (line.includes('--https')) await trusted(JSON.parse(ready))
}

/** A client that trusts the certificate the line names, and no other, is answered; it is the one that was said. */
async function trusted(said: ServeLine & { certificate: string; fingerprint: string }): Promise<void> {
  const { api, username, password, certificate, fingerprint } = said
  const ca = readFileSync(certificate)
  expect(new X509Certificate(ca).fingerprint256).toBe(fingerprint)
  const ask = (options: RequestOptions) =>
    new Promise<string>((resolve, reject) => {
      const headers = { username, password }
      get(`${api}/v2.1/brand`, { headers, agent: false, ...options }, (answer) => resolve(text(answer))).on(
        'error',
        reject,
      )
    })
  expect(await ask({ ca })).toMatch(/<brands /)
  await expect(ask({})).rejects.toThrow(/self-signed/)
}

async function finished(line: string): Promise<void> {
  const child = shell(mine(line))
  const [out, err, [code]] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
    once(child, 'exit'),
  ])
  expect(code, `${line}\n${out.slice(0, 2000)}\n${err}`).toBe(0)
  if (line.includes(' submit ')) sent = /^[\w-]+(?=: )/.exec(out)?.[0]
}
