import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findOrInstallChromium } from '../support/chromium.ts'
import { freshClone, userEnvironment } from '../support/programs/fresh-clone.ts'

/**
 * `npm start`, by the real npm, in a fresh clone. The tests depend on each other: the first one builds the
 * clone. They read the process list of Linux.
 */
describe.runIf(process.platform === 'linux')('npm start', { timeout: 240_000 }, () => {
  const { folder, clone } = freshClone()
  const out = join(clone, 'out')
  /** Records the address it is opened with, in place of the user's browser. */
  const browserStub = join(folder, 'browser')
  const opened = join(folder, 'opened')
  let homes = 0
  let browser: Browser
  const running = new Set<Start>()

  beforeAll(async () => {
    writeFileSync(browserStub, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${opened}'\n`)
    chmodSync(browserStub, 0o755)
    // Also readable for the other account below.
    chmodSync(folder, 0o755)
    const executablePath = findOrInstallChromium(() => undefined)
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  })
  afterEach(() => {
    for (const each of running) each.kill()
    running.clear()
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A started command, as the leader of its own process group, as in a terminal. */
  class Start {
    readonly child: ChildProcess
    readonly home: string
    out = ''
    err = ''
    #ended: Promise<number | string>

    constructor(command: string[], env: NodeJS.ProcessEnv = {}, more: { uid?: number } = {}) {
      this.home = join(folder, `home-${++homes}`)
      mkdirSync(this.home, { mode: 0o777 })
      if (more.uid !== undefined) chmodSync(this.home, 0o777)
      const [program = '', ...args] = command
      this.child = spawn(program, args, {
        cwd: clone,
        detached: true,
        stdio: ['pipe', 'pipe', 'pipe'],
        env: userEnvironment({ HOME: this.home, BROWSER: browserStub, ...env }),
        ...more,
      })
      this.child.stdout?.on('data', (text: Buffer) => {
        this.out += text.toString()
      })
      this.child.stderr?.on('data', (text: Buffer) => {
        this.err += text.toString()
      })
      this.#ended = once(this.child, 'close').then(([code, signal]) => (code ?? signal) as number | string)
      running.add(this)
    }

    /**
     * Sends SIGINT to the whole group, as a terminal does on Ctrl+C; expects that all processes end and that
     * npm prints no error.
     */
    async ctrlC(): Promise<void> {
      process.kill(-(this.child.pid ?? 0), 'SIGINT')
      // npm ends itself with the signal it received.
      expect(await this.ended()).toBe('SIGINT')
      expect(this.err).not.toContain('npm error')
      await expect.poll(() => this.processes()).toEqual([])
    }
    /** @returns the exit code of the command, or the signal that ended it */
    async ended(): Promise<number | string> {
      const end = await this.#ended
      running.delete(this)
      return end
    }
    kill(): void {
      try {
        process.kill(-(this.child.pid ?? 0), 'SIGKILL')
      } catch {
        // All processes have ended already.
      }
    }
    /** The command lines of the processes in the group. */
    processes(): string[] {
      return readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .flatMap((pid) => {
          try {
            const group = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[2]
            return Number(group) === this.child.pid ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8')] : []
          } catch {
            return []
          }
        })
    }
    /** Waits for the ready line: the addresses of page and local API. */
    async ready(): Promise<{ ui: string; api: string }> {
      await expect
        .poll(() => this.out.includes('\n{') || this.child.exitCode !== null, { timeout: 180_000 })
        .toBe(true)
      expect(this.child.exitCode, this.err).toBe(null)
      return JSON.parse(this.out.split('\n').find((line) => line.startsWith('{')) ?? '')
    }
  }

  const npmStart = (env?: NodeJS.ProcessEnv, ...args: string[]): Start =>
    new Start(['npm', 'start', ...(args.length > 0 ? ['--', ...args] : [])], env)

  async function pageAt(address: string): Promise<Page> {
    const page = await browser.newPage()
    await page.goto(address)
    return page
  }

  /** A folder like an Electron distribution whose executable is a shell script. */
  function fakeElectron(name: string, script: string): string {
    const place = join(folder, name)
    mkdirSync(place)
    writeFileSync(join(place, 'electron'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    return place
  }

  test('a killed build does not block the next one', async () => {
    const start = npmStart()
    const isUnderWay = () => existsSync(out) && readdirSync(out).some((name) => name.startsWith('building-'))
    await expect.poll(isUnderWay, { timeout: 60_000 }).toBe(true)
    start.kill()
    await start.ended()
    await expect.poll(() => start.processes()).toEqual([])
    expect(existsSync(join(out, 'main'))).toBe(false)
  })

  test('of two simultaneous starts one builds and the other waits, and both serve a page', async () => {
    const serve = new Start(['npm', 'run', 'desk', '--', 'serve', '--ui-port', '0'])
    await expect.poll(() => serve.err, { timeout: 60_000 }).toContain('Building Catalog Desk')
    const starts = [serve, npmStart()]
    const [first, second] = await Promise.all(starts.map((start) => start.ready()))
    await expect.poll(() => starts[1]?.err).toContain('Opening in the browser: ')
    const errors = starts[1]?.err
    expect(errors).toContain('Waiting for another build of Catalog Desk')
    expect(errors).not.toContain('Building')
    expect(readdirSync(out).filter((name) => name.startsWith('building-'))).toEqual([])
    expect(second?.ui).not.toBe(first?.ui)
    // Each has its own home here, like two users.
    for (const { ui = '' } of [first ?? {}, second ?? {}] as { ui?: string }[]) {
      const page = await pageAt(ui)
      await page.getByRole('button', { name: 'Try the sample' }).waitFor()
      await page.close()
    }
    for (const start of starts) await start.ctrlC()
  })

  test('opens the browser, loads the sample with one click, and ends all processes on Ctrl+C', async () => {
    rmSync(opened, { force: true })
    const start = npmStart()
    const { ui } = await start.ready()
    expect(start.err).not.toContain('Building')
    await expect.poll(() => existsSync(opened) && readFileSync(opened, 'utf8')).toBe(`${ui}\n`)
    const page = await pageAt(ui)
    await page.getByRole('button', { name: 'Try the sample' }).click()
    await page.getByRole('row', { name: /Meadowbell Whole Milk/ }).waitFor({ timeout: 60_000 })
    await page.close()
    expect(start.processes().length).toBeGreaterThan(1)
    await start.ctrlC()
    // The page has its own port; the port of the local API may be used by another program by now.
    await expect(fetch(ui)).rejects.toThrow()
  })

  test.runIf(existsSync('/usr/bin/script'))('prints the address as text in a terminal', async () => {
    const start = new Start(['script', '-qec', 'npm start', '/dev/null'])
    await expect
      .poll(() => start.out, { timeout: 60_000 })
      .toMatch(/Catalog Desk is open at http:\/\/127\.0\.0\.1:\d+\/#token=/)
    expect(start.out).not.toContain('{"')
    expect(start.out).toMatch(/Ctrl\+C ends it\./)
    start.child.stdin?.write('\x03')
    expect(await start.ended()).toBe(130)
  })

  test('opens the Electron window if there is one, and ends with Ctrl+C', async () => {
    const start = npmStart({ ELECTRON_OVERRIDE_DIST_PATH: join(clone, 'e2e/stand-in') })
    await expect.poll(() => start.err, { timeout: 60_000 }).toContain('Catalog Desk is open in its window.')
    const [, address = ''] = /DevTools listening on (\S+)/.exec(start.err) ?? []
    const window = await chromium.connectOverCDP(address)
    const [page] = window.contexts().flatMap((context) => context.pages())
    await page?.getByRole('button', { name: 'Try the sample' }).waitFor()
    await window.close()
    await start.ctrlC()
    expect(start.err).not.toContain('Opening in the browser')
  })

  test('reports an Electron that ends before it shows a window, and opens the browser', async () => {
    const start = npmStart({ ELECTRON_OVERRIDE_DIST_PATH: fakeElectron('trap', 'kill -s TRAP $$') })
    const { ui } = await start.ready()
    await expect
      .poll(() => start.err)
      .toContain('Opening in the browser: Electron ended before it opened a window (SIGTRAP).')
    const page = await pageAt(ui)
    await page.getByRole('button', { name: 'Try the sample' }).waitFor()
    await page.close()
    await start.ctrlC()
  })

  test('reports an Electron that cannot be started, and opens the browser', async () => {
    const place = fakeElectron('no program', 'exit 0')
    chmodSync(join(place, 'electron'), 0o644)
    const start = npmStart({ ELECTRON_OVERRIDE_DIST_PATH: place })
    await start.ready()
    await expect.poll(() => start.err).toMatch(/Opening in the browser: Electron ended before .* EACCES\)\./)
    await expect.poll(() => start.err).toContain('npm start -- --no-sandbox')
    await start.ctrlC()
  })

  test('returns the exit code of Electron, and passes --no-sandbox, --safe-mode and --data to it', async () => {
    const script = `printf '%s\\n' "$@" "$CATALOG_DESK_DATA" > '${folder}/given'
exec node -e "process.send('opened', () => process.exit(3))"`
    const start = npmStart(
      { ELECTRON_OVERRIDE_DIST_PATH: fakeElectron('ends', script) },
      '--no-sandbox',
      '--safe-mode',
      '--data',
      'my workspace',
    )
    expect(await start.ended()).toBe(3)
    expect(start.err).not.toContain('Opening in the browser')
    const [place, flag, mode, data] = readFileSync(join(folder, 'given'), 'utf8').split('\n')
    expect([place?.endsWith('Käse und Brot'), flag, mode, data]).toEqual([
      true,
      '--no-sandbox',
      '--safe-mode',
      join(clone, 'my workspace'),
    ])
  })

  test('does not start in safe mode without a window', async () => {
    const place = fakeElectron('ends at once', 'kill -s TRAP $$')
    const start = npmStart({ ELECTRON_OVERRIDE_DIST_PATH: place }, '--safe-mode')
    expect(await start.ended()).toBe(1)
    expect(start.err).toContain(
      'Not started, because safe mode needs a window: Electron ended before it opened a window (SIGTRAP).',
    )
    expect(start.out).not.toContain('127.0.0.1')
  })

  test('opens the browser without a network', async () => {
    const start = npmStart({
      DISPLAY: ':99',
      // Nothing listens on this port.
      ELECTRON_MIRROR: 'http://127.0.0.1:1/',
      ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'nowhere'),
    })
    await start.ready()
    await expect
      .poll(() => start.err)
      .toContain('Opening in the browser: the Electron binary is not here and cannot be downloaded.')
    await start.ctrlC()
  })

  test('uses and prints another port for the local API if its port is taken', async () => {
    const holder = await holdPort(8642)
    const start = npmStart()
    const { api } = await start.ready()
    expect(Number(new URL(api).port)).not.toBe(8642)
    await expect
      .poll(() => start.err)
      .toContain(`Port 8642 is taken by another program. The local API is at ${api}.`)
    await start.ctrlC()
    holder.close()
  })

  test('--data names the workspace; a second start in it reports that it is open', async () => {
    const data = join(folder, 'workspace')
    const first = npmStart(undefined, '--data', data)
    await first.ready()
    expect(existsSync(join(data, 'catalog.db'))).toBe(true)
    const second = npmStart(undefined, '--data', data)
    const { ui } = await second.ready()
    const page = await pageAt(ui)
    await page
      .getByText(/is open in another/)
      .first()
      .waitFor()
    await page.close()
    await first.ctrlC()
    await second.ctrlC()
  })

  test('answers --help and an unknown option at once', async () => {
    const help = npmStart(undefined, '--help')
    expect(await help.ended()).toBe(0)
    expect(help.out).toContain('--data DIR')
    const wrong = npmStart(undefined, '--ui-port', '5000')
    expect(await wrong.ended()).toBe(1)
    expect(wrong.err).toContain("Unknown option '--ui-port'")
    expect(wrong.err).toContain('npm run desk -- serve --open')
  })

  /**
   * Tests that run as root, which ignores permissions, use the account `nobody`, if it may run our Node.js.
   */
  const account = process.getuid?.() === 0 ? { uid: 65534 } : {}
  const canRunAsAccount = spawnSync(process.execPath, ['--version'], account).status === 0

  test.runIf(canRunAsAccount)(
    'a read-only checkout starts if it is built, and otherwise explains what to do',
    async () => {
      const built = new Start(['npm', 'run', 'build'])
      expect(await built.ended(), built.err).toBe(0)
      for (const place of [clone, out]) chmodSync(place, 0o555)
      try {
        const start = new Start(['npm', 'start'], {}, account)
        await start.ready()
        await start.ctrlC()
        // A changed source requires a build.
        utimesSync(join(clone, 'package-lock.json'), 1, 1)
        const stale = new Start(['npm', 'start'], {}, account)
        expect(await stale.ended()).toBe(1)
        expect(stale.err).toContain('Catalog Desk cannot be built here.')
        expect(stale.err).toContain('have its owner run: npm run build')
      } finally {
        for (const place of [clone, out]) chmodSync(place, 0o755)
      }
    },
  )
})

/** Takes a port; waits while another test holds it. */
async function holdPort(port: number): Promise<Server> {
  for (;;) {
    const holder = createServer()
    const isHeld = await new Promise<boolean>((resolve) => {
      holder.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (isHeld) return holder
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
