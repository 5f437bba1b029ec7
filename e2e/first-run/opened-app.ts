/** The app, started by a script in a home folder of its own. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright'

/** How the app is started. */
export interface StartOptions {
  executable: string
  /** Arguments before the options: the folder of an app that is not packaged. */
  args: readonly string[]
  sandbox: boolean
}

export interface OpenedApp {
  electron: ElectronApplication
  page: Page
  /** The lines of its log, from the most detailed level on. */
  log(): Record<string, unknown>[]
  /** Asks the app to end by a signal. @returns milliseconds until it has ended; undefined if it has not */
  end(): Promise<number | undefined>
}

/** Milliseconds. */
const limits = { window: 60_000, end: 30_000 }

/**
 * Runs `work` with the app, then ends the app and deletes its folder. @throws if no window is shown in a minute
 */
export async function withApp<T>(options: StartOptions, work: (app: OpenedApp) => Promise<T>): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'catalog-desk-first-run-'))
  const electron = await _electron.launch({
    executablePath: options.executable,
    args: [...options.args, ...(options.sandbox ? [] : ['--no-sandbox'])],
    timeout: limits.window,
    env: {
      ...(process.env as Record<string, string>),
      CATALOG_DESK_HOME: home,
      CATALOG_DESK_DATA: join(home, 'workspace'),
      CATALOG_DESK_LOG_LEVEL: 'debug',
    },
  })
  const child = electron.process()
  const ended = new Promise<true>((resolve) => child.once('exit', () => resolve(true)))
  const within = (limit: number): Promise<boolean> => {
    const expired = new Promise<false>((resolve) => setTimeout(resolve, limit, false).unref())
    return Promise.race([ended, expired])
  }
  try {
    const page = await electron.firstWindow({ timeout: limits.window })
    await page.getByRole('button', { name: 'Try the sample' }).waitFor({ timeout: limits.window })
    return await work({
      electron,
      page,
      log: () => linesIn(join(home, 'logs')),
      async end() {
        const begin = performance.now()
        child.kill('SIGTERM')
        return (await within(limits.end)) ? performance.now() - begin : undefined
      },
    })
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      if (!(await within(limits.end))) child.kill('SIGKILL')
    }
    rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  }
}

const linesIn = (folder: string): Record<string, unknown>[] =>
  readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  )
