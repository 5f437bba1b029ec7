import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'
import { expect as expectOfPage } from '../pages/expect.ts'
import type { ServeLine } from '../support/programs/desk.ts'
import {
  copyCatalog,
  fileWithItem,
  InstalledProgram,
  sendFeed,
} from '../support/programs/installed-program.ts'
import { packageRegistry } from '../support/programs/package-registry.ts'
import { withPlantedSecret } from '../support/programs/planted-secret.ts'

/**
 * The npm package, following the page "Install": packed, installed into an empty prefix from a local
 * registry, used and removed. The files for a machine without a display are included and are run as far as
 * possible here.
 */
const folder = mkdtempSync(join(tmpdir(), 'desk-npm-'))
const prefix = join(folder, 'prefix')
const bin = join(prefix, 'bin')
const installed = join(prefix, 'lib/node_modules/catalog-desk')
const registry = await packageRegistry()

/** The environment of npm without the variables of the npm that may run this test. */
const npmEnvironment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
  npm_config_prefix: prefix,
  npm_config_cache: join(folder, 'cache'),
  npm_config_registry: registry.address,
  npm_config_pack_destination: folder,
  npm_config_update_notifier: 'false',
  npm_config_audit: 'false',
}
const shell = (line: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ stdout: string }> =>
  promisify(execFile)('sh', ['-c', line], { cwd, env, maxBuffer: 2 ** 24 })

/** The shell lines of the page "Install". */
const install = readFileSync(join(projectDirectory, 'resources/reference/install.md'), 'utf8')
const lines = [...install.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
)
const usedLines = new Set<string>()
function line(text: string): string {
  expect(lines).toContain(text)
  usedLines.add(text)
  return text
}

const program = new InstalledProgram(join(bin, 'catalog-desk'), join(folder, 'person'))
/** Permissions of the program under test: this folder, and the system folders for reading only. */
const permissions = [
  '--permission',
  ...[folder, '/proc', '/run', '/sys', '/etc'].map((path) => `--allow-fs-read=${path}`),
  `--allow-fs-write=${folder}`,
  ...['--allow-worker', '--allow-child-process', '--allow-addons', '--disable-warning=SecurityWarning'],
].join(' ')

/**
 * The PATH preceded by a Node version that is too old: an installed one, or a script that pretends to be one.
 */
function pathWithOldNode(): string {
  const path = (process.env['PATH'] ?? '').split(delimiter)
  const folders = path.filter((each) => !each.includes('node_modules'))
  const versionOf = (node: string): string =>
    spawnSync(node, ['-p', 'process.versions.node']).stdout.toString()
  const old = folders.find((each) => existsSync(join(each, 'node')) && versionOf(join(each, 'node')) < '22')
  if (old !== undefined) return [old, ...folders].join(delimiter)
  const fakeFolder = join(folder, 'old')
  mkdirSync(fakeFolder)
  const fakeVersion = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.19.0"})'
  writeFileSync(
    join(fakeFolder, 'node'),
    `#!/bin/sh\nexec '${process.execPath}' --import '${fakeVersion}' "$@"\n`,
    {
      mode: 0o755,
    },
  )
  return [fakeFolder, ...folders].join(delimiter)
}

const isReachable = (address: string): Promise<boolean> =>
  fetch(address).then(
    () => true,
    () => false,
  )

const started: ChildProcess[] = []

/** Starts a command that serves until it is stopped. @returns its ready line */
async function serving(
  command: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ ready: ServeLine; child: ChildProcess }> {
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd: program.folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  const first = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`${command} ended with code ${code}`)))
  })
  return { ready: JSON.parse(first), child }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal)
  await once(child, 'exit')
  return child.exitCode
}

/**
 * The environment after a fresh installation: the program is in the PATH. Node's permissions deny access to
 * this checkout.
 */
const userEnvironment = (): NodeJS.ProcessEnv => ({
  ...program.environment,
  NODE_OPTIONS: permissions,
  PATH: [bin, process.env['PATH']].join(delimiter),
})

// On Windows npm installs programs elsewhere; the lines need a POSIX shell.
describe.skipIf(process.platform === 'win32')('the npm package', () => {
  let secret = ''
  beforeAll(async () => {
    secret = await withPlantedSecret(async () => {
      line('npm pack')
      await promisify(execFile)('npm', ['pack'], {
        cwd: projectDirectory,
        env: npmEnvironment,
        maxBuffer: 2 ** 24,
      })
    })
    line('npm install --global ./catalog-desk-*.tgz')
    const [packed = ''] = globSync('catalog-desk-*.tgz', { cwd: folder })
    await promisify(execFile)('npm', ['install', '--global', `./${packed}`], {
      cwd: folder,
      env: npmEnvironment,
    })
  })
  afterAll(() => {
    for (const child of started) child.kill('SIGTERM')
    program.end()
    registry.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('contains only its runtime files and one program, and no secret', () => {
    const files = globSync('**/*', { cwd: installed, withFileTypes: true, exclude: ['node_modules'] })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1))
    const allowed =
      /^(package\.json|README\.md|LICENSE|out\/main\/(chunks\/)?[\w-]+\.js|out\/renderer\/(index\.html|assets\/[\w.-]+)|resources\/(fonts\/[\w.-]+\.(ttf|txt)|sample\/[\w-]+\.(xml|json)|sample\/pictures\/\w+\.webp|schemas\/[a-z-]+\.xsd|reference\/[a-z-]+\.md|headless\/(catalog-desk(-hub|-replica)?\.service|nginx-(hub|replica)\.conf|haproxy\.cfg|compose\.yaml|Containerfile)))$/
    expect(files.length).toBeGreaterThan(500)
    expect(files.filter((path) => !allowed.test(path))).toEqual([])
    for (const needle of [secret, projectDirectory])
      expect(files.filter((path) => readFileSync(join(installed, path)).includes(needle))).toEqual([])
    expect(readdirSync(bin)).toEqual(['catalog-desk'])
  })

  test('opens its page in the browser, and Ctrl+C stops it completely', async () => {
    const browser = join(folder, 'browser')
    const opened = join(folder, 'opened')
    writeFileSync(browser, `#!/bin/sh\necho "$1" > '${opened}'\n`, { mode: 0o755 })
    const { ready, child } = await serving(line('catalog-desk'), { ...userEnvironment(), BROWSER: browser })
    await expect.poll(() => existsSync(opened) && readFileSync(opened, 'utf8')).toBe(`${ready.ui}\n`)
    const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'
    const chrome = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
    try {
      const page = await chrome.newPage()
      await page.goto(ready.ui)
      await expectOfPage(page.getByRole('button', { name: 'Try the sample' })).toBeVisible()
    } finally {
      await chrome.close()
    }
    expect(await stop(child, 'SIGINT')).toBe(0)
    expect(await isReachable(ready.ui)).toBe(false)
  }, 360_000)

  test('serves, and leaves no process behind when it is killed', async () => {
    const { ready, child } = await serving(line('catalog-desk serve'), userEnvironment())
    expect(await isReachable(ready.ui)).toBe(true)
    await stop(child, 'SIGKILL')
    await expect.poll(() => isReachable(ready.ui)).toBe(false)
  }, 180_000)

  test('connects, syncs and sends on the command line', async () => {
    const service = await program.serve(
      '--sandbox',
      '--sample',
      '--workers',
      '2',
      '--data',
      join(folder, 'sandbox'),
    )
    await copyCatalog(program, service, '--brand', 'b2023')
    await sendFeed(program)
    expect(await service.stop('SIGTERM')).toMatchObject({ code: 0 })
  }, 360_000)

  test('prints its help', async () => {
    const help = await shell(line('catalog-desk --help'), folder, userEnvironment())
    expect(help.stdout).toContain('Usage: catalog-desk [options] [command]')
    const sync = await shell(line('catalog-desk sync --help'), folder, userEnvironment())
    expect(sync.stdout).toContain('Usage: catalog-desk sync [options]')
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('when %s stops a command, exits with code %i', async (signal, code) => {
    const ended = await program.stopWhileWaiting(signal)
    expect(ended).toMatchObject({ code, stderr: expect.stringMatching(/(^|\n)Stopped[^\n]*\n$/) })
  })

  test('runs with the bundled Node on an older Node; without it, reports the required version', async () => {
    const environment = { PATH: pathWithOldNode() }
    const older = new InstalledProgram(program.executable, join(folder, 'older'), environment)
    const imported = await older.succeed('import', fileWithItem(folder), '--json', '--data', 'imported')
    expect(JSON.parse(imported)).toMatchObject({ state: 'completed', created: 1 })
    const bundled = globSync(join(installed, 'node_modules/node-linux-*'))
    if (process.platform === 'linux') expect(bundled).toHaveLength(1)
    for (const node of bundled) renameSync(node, `${node}-away`)
    expect(await older.run('--version')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Catalog Desk needs Node 22\.18 or newer; this is \d+\.\d+\.\d+\.\n$/),
    })
    for (const node of bundled) renameSync(`${node}-away`, node)
  }, 180_000)

  describe('without a display', () => {
    const headless = join(installed, 'resources/headless')
    /** Replaces the fixed port, which another program may use here. */
    const onFreePort = (command: string): string => {
      expect(command).toContain(' --ui-port 8641')
      return command.replace('8641', '0 --api-port 0')
    }
    const home = join(folder, 'service')

    async function servesAndStops(command: string): Promise<void> {
      const { PATH, NODE_OPTIONS } = userEnvironment()
      const { ready, child } = await serving(onFreePort(command), { PATH, NODE_OPTIONS, HOME: home })
      expect(await isReachable(`${ready.api}/v2.1/brand`)).toBe(true)
      expect(await stop(child, 'SIGTERM')).toBe(0)
      expect(existsSync(join(home, '.local/share/catalog-desk/workspace'))).toBe(true)
      rmSync(home, { recursive: true })
    }

    test.runIf(process.platform === 'linux')(
      'the systemd unit starts it with its ExecStart line',
      async () => {
        const unit = readFileSync(join(headless, 'catalog-desk.service'), 'utf8')
        const settings = unit.split('\n').filter((each) => each !== '' && !/^(#|\[\w+\]$)/.test(each))
        const settingValues = new Map(
          settings.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
        )
        expect(settingValues.get('User')).toBe('catalog-desk')
        expect(settingValues.get('StateDirectory')).toBe('catalog-desk')
        const verify = spawnSync('systemd-analyze', ['verify', join(headless, 'catalog-desk.service')])
        if (verify.error) console.warn('systemd-analyze is not installed: the unit was parsed here only.')
        else expect(verify.output.join('')).not.toContain('catalog-desk.service')
        await servesAndStops(settingValues.get('ExecStart') ?? '')
      },
      360_000,
    )

    test.runIf(process.platform === 'linux')(
      'the Containerfile installs and starts it',
      async () => {
        const text = readFileSync(join(headless, 'Containerfile'), 'utf8')
        const steps = text.split('\n').filter((each) => each !== '' && !each.startsWith('#'))
        const valuesOf = (name: string): string[] =>
          steps.filter((each) => each.startsWith(`${name} `)).map((each) => each.slice(name.length + 1))
        expect(steps.map((each) => each.split(' ')[0]).join(' ')).toBe(
          'FROM COPY RUN USER RUN VOLUME ENTRYPOINT CMD',
        )
        const temporary = join(folder, 'tmp/')
        const image = join(folder, 'image')
        const redirected = (step: string): string =>
          step.replaceAll('/tmp/', temporary).replaceAll('/home/node', home)
        const [from = '', to = ''] = valuesOf('COPY')[0]?.split(' ') ?? []
        mkdirSync(temporary)
        const copied = globSync(from, { cwd: folder })
        expect(copied).toHaveLength(1)
        for (const name of copied) renameSync(join(folder, name), join(redirected(to), name))
        const environment = { ...npmEnvironment, npm_config_prefix: image }
        for (const step of valuesOf('RUN')) await shell(redirected(step), folder, environment)
        expect(readdirSync(temporary)).toEqual([])
        expect(globSync(join(image, 'lib/node_modules/catalog-desk/node_modules/node-linux-*'))).toEqual([])
        expect(existsSync(redirected(valuesOf('VOLUME')[0] ?? ''))).toBe(true)
        const [entry] = JSON.parse(valuesOf('ENTRYPOINT')[0] ?? '')
        await servesAndStops([join(image, 'bin', entry), ...JSON.parse(valuesOf('CMD')[0] ?? '')].join(' '))
      },
      360_000,
    )
  })

  test('uninstalls without leaving files, by the last line of the page', async () => {
    line('npm uninstall --global catalog-desk')
    await promisify(execFile)('npm', ['uninstall', '--global', 'catalog-desk'], { env: npmEnvironment })
    const left = readdirSync(prefix, { recursive: true, withFileTypes: true }).filter(
      (each) => !each.isDirectory(),
    )
    expect(left).toEqual([])
    expect([...usedLines].sort()).toEqual([...lines].sort())
  }, 180_000)
})
