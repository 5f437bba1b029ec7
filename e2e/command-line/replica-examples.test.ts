import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'
import { freePort } from '../../src-main/platform/free-port.ts'
import { type RunningDesk, startDesk } from '../support/programs/desk.ts'

/** The examples of the page "Replicas": a hub and a replica as their units start them, each behind nginx. */
const examples = join(projectDirectory, 'resources/headless')
const hasPrograms = ['nginx', 'openssl'].every((program) => !spawnSync(program, ['-v']).error)
const folder = mkdtempSync(join(tmpdir(), 'desk-examples-'))
const desks: RunningDesk[] = []
let nginx: ChildProcess | undefined
const ports = { hub: 0, replica: 0, hubProxy: 0, replicaProxy: 0 }
const certificate = join(folder, 'certificate.pem')

/** An example with the names, ports and paths of this test. */
const adapted = (file: string): string =>
  readFileSync(join(examples, file), 'utf8')
    .replaceAll('https://hub.example', `https://localhost:${ports.hubProxy}`)
    .replaceAll('https://catalog.example', `https://localhost:${ports.replicaProxy}`)
    .replaceAll(/(server_name) \S+\.example/g, '$1 localhost')
    .replaceAll(/\/etc\/ssl\/\S+\.pem/g, certificate)
    .replaceAll(/\/etc\/ssl\/\S+\.key/g, join(folder, 'key.pem'))
    .replaceAll('8642', String(ports.hub))
    .replaceAll('8643', String(ports.replica))
    .replaceAll('8641', '0')
    .replaceAll(/\$\{CREDENTIALS_DIRECTORY\}/g, folder)
    .replaceAll('/var/lib/catalog-desk/replica', join(folder, 'replica'))

/** The words after `serve` in the command that a unit starts. */
const wordsOfUnit = (file: string): string[] =>
  /^ExecStart=\/usr\/bin\/env catalog-desk serve (.+)$/m.exec(adapted(file))?.[1]?.split(' ') ?? []

beforeAll(async () => {
  if (!hasPrograms) return
  for (const name of Object.keys(ports) as (keyof typeof ports)[]) ports[name] = await freePort()
  writeFileSync(join(folder, 'replica-password'), 'a password for replicas only', { mode: 0o600 })
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', join(folder, 'key.pem'), '-out', certificate]
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...key, ...names], { stdio: 'ignore' })
  const servers = [
    adapted('nginx-hub.conf').replace('listen 443', `listen 127.0.0.1:${ports.hubProxy}`),
    adapted('nginx-replica.conf').replace('listen 443', `listen 127.0.0.1:${ports.replicaProxy}`),
  ]
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, 'nginx')};`,
  )
  mkdirSync(join(folder, 'nginx'))
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr; events { }
     http { access_log off; ${temporary.join(' ')} ${servers.join('\n')} }`,
  )
  nginx = spawn('nginx', ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  vi.stubEnv('NODE_EXTRA_CA_CERTS', certificate)
  desks.push(
    await startDesk(
      ...['--sandbox', '--sample', '--data', join(folder, 'hub'), ...wordsOfUnit('catalog-desk-hub.service')],
    ),
  )
  desks.push(await startDesk(...wordsOfUnit('catalog-desk-replica.service')))
}, 180_000)
afterAll(async () => {
  nginx?.kill()
  for (const desk of desks.reverse()) await desk.stop()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** Calls through the proxy of the hub or of the replica. */
const ask = (proxy: 'hubProxy' | 'replicaProxy', path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; body: Buffer }>((resolve, reject) => {
    const options = {
      host: 'localhost',
      port: ports[proxy],
      path,
      headers,
      ca: readFileSync(certificate),
      servername: 'localhost',
    }
    request(options, (response) => {
      buffer(response).then((body) => resolve({ status: response.statusCode, body }), reject)
    })
      .on('error', reject)
      .end()
  })

test.skipIf(!hasPrograms)(
  'a replica follows its hub through nginx, and serves others through nginx',
  async () => {
    const [{ username = '', password = '' } = {}] = desks
    const user = { username, password }
    await expect
      .poll(async () => (await ask('replicaProxy', '/desk/v1/ready')).status, { timeout: 30_000 })
      .toBe(200)
    const items = await ask('replicaProxy', '/v2.1/item?q=oat&epf=150', user)
    const [, url = ''] = /<url>([^<]+)/.exec(items.body.toString()) ?? []
    const { origin, pathname, search } = new URL(url)
    expect(origin).toBe(`https://localhost:${ports.replicaProxy}`)
    const picture = await ask('replicaProxy', pathname + search)
    expect([picture.status, picture.body.subarray(0, 2).toString('hex')]).toEqual([200, 'ffd8'])
  },
)

test.skipIf(!hasPrograms)('the proxies pass on no other calls', async () => {
  const [{ username = '', password = '' } = {}] = desks
  const replica = { username: 'replica', password: 'a password for replicas only' }
  expect((await ask('hubProxy', '/v2.1/brand', { username, password })).status).toBe(404)
  expect((await ask('hubProxy', '/desk/v1/changes', { username, password })).status).toBe(403)
  expect((await ask('replicaProxy', '/desk/v1/changes', replica)).status).toBe(404)
  const foreign = { username, password, host: 'other.example' }
  expect((await ask('replicaProxy', '/v2.1/brand', foreign)).status).toBe(403)
})

test('the units are valid, and the compose file has the options of the units', () => {
  for (const unit of ['catalog-desk-hub.service', 'catalog-desk-replica.service']) {
    const verify = spawnSync('systemd-analyze', ['verify', join(examples, unit)])
    if (verify.error) console.warn('systemd-analyze is not installed: the units were parsed here only.')
    else expect(verify.output.join('')).not.toContain('catalog-desk')
  }
  const compose = readFileSync(join(examples, 'compose.yaml'), 'utf8')
  for (const option of ['--replica-password-file', '--replica-of', '--password-file', '--api-port'])
    expect(compose).toContain(option)
})
