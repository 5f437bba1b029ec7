import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'
import { desk, deskFails } from '../support/programs/desk.ts'

/** Ways to pass a password, and checks that no output or file contains it. */
const folder = mkdtempSync(join(tmpdir(), 'desk-password-'))
const entry = join(projectDirectory, 'src-main/hosts/headless/desk.js')
const secret = 'kräftig §3 "x"'
let service: Server
let address = ''
let requests: IncomingHttpHeaders[] = []
let number = 0

beforeAll(async () => {
  service = createServer((request, response) => {
    requests.push(request.headers)
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end('<retailers total="0" start="0" count="0" resultsPerPage="1"/>')
  })
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterAll(() => {
  service.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Run {
  code: number | null
  stdout: string
  stderr: string
  data: string
  /** The password that was sent, if any. */
  sent: string | undefined
}

async function connect(
  args: string[],
  { input = '', env = {}, to = address }: { input?: string; env?: Record<string, string>; to?: string } = {},
): Promise<Run> {
  requests = []
  const data = join(folder, `workspace-${++number}`)
  const child = spawn(
    process.execPath,
    [entry, 'connect', to, '--username', 'desk', ...args, '--data', data],
    {
      cwd: projectDirectory,
      env: { ...process.env, CATALOG_DESK_LOG: 'debug', ...env },
    },
  )
  const out = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].on('data', (piece: Buffer) => {
      out[stream] += piece.toString()
    })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  const header = requests[0]?.['password']
  return {
    code,
    ...out,
    data,
    sent: typeof header === 'string' ? Buffer.from(header, 'latin1').toString() : undefined,
  }
}

/** Expects the password neither in output and logs nor in a file of the workspace. */
function expectNotExposed({ stdout, stderr, data }: Run): void {
  expect(stdout + stderr).not.toContain(secret)
  const files = existsSync(data) ? readdirSync(data, { recursive: true, withFileTypes: true }) : []
  for (const file of files)
    if (file.isFile())
      expect(readFileSync(join(file.parentPath, file.name)).includes(secret), file.name).toBe(false)
}

const withTimeout = { timeout: 200_000 }

describe('a password is read', () => {
  const file = join(folder, 'password.txt')
  writeFileSync(file, `${secret}\r\n`, { mode: 0o600 })
  test.each<[string, string[], { input?: string; env?: Record<string, string> }]>([
    ['from standard input', ['--password-stdin'], { input: `${secret}\n` }],
    ['from standard input without a line break', ['--password-stdin'], { input: secret }],
    ['from a file', ['--password-file', file], {}],
    ['from the environment', [], { env: { CATALOG_DESK_PASSWORD: secret } }],
  ])('%s, without a warning, and is not exposed', withTimeout, async (_from, args, given) => {
    const run = await connect([...args, '--json'], given)
    expect(run.stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'))).toEqual([])
    expect(run).toMatchObject({ code: 0, sent: secret })
    expectNotExposed(run)
  })

  test(
    'from the command line with a warning, and is removed from the process list',
    withTimeout,
    async () => {
      const run = await connect(['--password', secret])
      expect(run).toMatchObject({ code: 0, sent: secret })
      expect(run.stderr).toMatch(/can be read by other programs/)
      expectNotExposed(run)
    },
  )

  // Windows has no such file modes.
  test.skipIf(process.platform === 'win32')(
    'from a file readable by others, with a warning',
    withTimeout,
    async () => {
      const open = join(folder, 'open.txt')
      writeFileSync(open, secret)
      chmodSync(open, 0o644)
      const run = await connect(['--password-file', open])
      expect(run).toMatchObject({ code: 0, sent: secret })
      expect(run.stderr).toMatch(/may read .*open\.txt.*chmod 600/)
    },
  )

  test.runIf(existsSync('/usr/bin/script'))('from a prompt without echo', withTimeout, async () => {
    requests = []
    const data = join(folder, 'prompted')
    const command = [process.execPath, entry, 'connect', address, '--username', 'desk', '--data', data]
    const child = spawn('script', ['-qec', command.map((word) => `'${word}'`).join(' '), '/dev/null'], {
      cwd: projectDirectory,
    })
    let shown = ''
    child.stdout.on('data', (piece: Buffer) => {
      shown += piece.toString()
    })
    await expect.poll(() => shown, { timeout: 30_000 }).toContain('Password of desk at')
    child.stdin.write(`${secret}\r`)
    await once(child, 'close')
    expect(shown).toContain('Connected to')
    expect(shown).not.toContain(secret)
    expect(shown).not.toContain('*')
    expect(Buffer.from(String(requests[0]?.['password']), 'latin1').toString()).toBe(secret)
  })
})

const noText = join(folder, 'no-text')
writeFileSync(noText, Buffer.from([0xff, 0xfe, 0x80]), { mode: 0o600 })

describe('refuses, with a one-line message and without sending anything:', () => {
  test.each<[string, string[], string, RegExp]>([
    ['no password', [], '', /No password was given.*--password-stdin/],
    ['an empty password', ['--password-stdin'], '\n', /is empty/],
    ['two lines', ['--password-stdin'], `${secret}\nmore\n`, /more than one line/],
    ['two line breaks', ['--password-stdin'], `${secret}\n\n`, /more than one line/],
    ['surrounding spaces', ['--password-stdin'], ` ${secret}\n`, /begins or ends with a space/],
    ['bytes that are not text', ['--password-file', noText], '', /not text/],
    ['a file that is too long', ['--password-file', process.execPath], '', /too long/],
    ['two sources at once', ['--password-stdin', '--password', secret], secret, /exclude one another/],
    ['a missing file', ['--password-file', join(folder, 'none')], '', /none cannot be read/],
  ])('%s', withTimeout, async (_name, args, input, message) => {
    const run = await connect(args, { input })
    expect(run.code).toBe(1)
    expect(run.stderr).toMatch(message)
    expect(run.stderr.trim().split('\n')).toHaveLength(1)
    expect(run.sent).toBeUndefined()
    expectNotExposed(run)
  })
})

describe('plain http to a host that is not recognized as local', () => {
  // The same server under an address that is not recognized as local.
  const elsewhere = () => address.replace('127.0.0.1', '[::ffff:127.0.0.1]')

  test('is refused without consent', withTimeout, async () => {
    const run = await connect(['--password-stdin'], { input: secret, to: elsewhere() })
    expect(run.code).toBe(1)
    expect(run.stderr).toMatch(/plain http.*can read.*--allow-http/)
    expect(run.sent).toBeUndefined()
    expect(existsSync(run.data)).toBe(false)
  })

  test(
    'is used with consent, which is stored with the connection, and is reported as plain http',
    withTimeout,
    async () => {
      const run = await connect(['--password-stdin', '--allow-http'], { input: secret, to: elsewhere() })
      expect(run).toMatchObject({ code: 0, sent: secret })
      expect(run.stdout).toMatch(/Connected to .*\n.*plain http.*can read/)
      const status = await desk('status', '--data', run.data)
      expect(status).toMatch(/\[::ffff:127\.0\.0\.1\]:\d+: .*plain http/)
      expect(status).not.toContain('until you agree')
    },
  )

  test('is refused in a workspace of an earlier version that stored no consent', withTimeout, async () => {
    const { data } = await connect(['--password-stdin', '--allow-http'], { input: secret, to: elsewhere() })
    const database = new Database(join(data, 'catalog.db'))
    database.exec(
      `UPDATE setting SET value = json_remove(value, '$.plainHttpAllowed') WHERE key = 'connection'`,
    )
    database.close()
    requests = []
    const { stderr, code } = await deskFails('sync', '--data', data)
    expect(code).toBe(1)
    expect(stderr).toMatch(/plain http.*until you agree.*--allow-http/)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(requests).toEqual([])
    expect(await desk('status', '--data', data)).toMatch(/Nothing is synced or sent until you agree/)
  })
})
