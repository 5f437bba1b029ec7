import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'
import { findOrInstallChromium } from '../support/chromium.ts'

interface Ended {
  code: number
  stdout: string
}
const run = promisify(execFile)

/** `npm run first-run` with the stand-in in place of Electron, or without any. */
describe('npm run first-run', { timeout: 900_000 }, () => {
  const options = (env: Record<string, string>) => ({
    cwd: projectDirectory,
    env: { ...process.env, ...env },
  })

  test('says that there is no Electron, and checks nothing', async () => {
    const env = {
      ELECTRON_OVERRIDE_DIST_PATH: '/nowhere',
      DISPLAY: '',
      WAYLAND_DISPLAY: '',
      ELECTRON_MIRROR: '',
    }
    const ended: Ended = await run('npm', ['run', '--silent', 'first-run'], options(env)).catch(
      (error) => error,
    )
    expect(ended.stdout).toMatch(/^There is no Electron to check: .+\. Nothing was checked\.\n$/)
    expect(ended.code).toBe(2)
    const missing: Ended = await run(
      'npm',
      ['run', '--silent', 'first-run', '--', '--app', '/nowhere/catalog-desk'],
      options({}),
    ).catch((error) => error)
    expect(missing.stdout).toContain('there is no file /nowhere/catalog-desk. Nothing was checked.')
    const { stdout } = await run('npm', ['run', 'first-run', '--', '--help'], options({}))
    expect(stdout).toContain('--app FILE')
  })

  test('makes every check', async () => {
    const chromium = findOrInstallChromium(() => undefined)
    const standIn = join(projectDirectory, 'e2e/stand-in')
    const env = { ELECTRON_OVERRIDE_DIST_PATH: standIn, CHROMIUM_PATH: chromium }
    const ended: Ended = await run('npm', ['run', '--silent', 'first-run'], options(env)).catch(
      (error) => error,
    )
    const lines = ended.stdout.split('\n').filter((line) => /^(ok|FAIL) /.test(line))
    expect(lines.map((line) => line.replace(/^\S+\s+([^:]+):.*/, '$1'))).toEqual([
      'start with sandbox',
      'start without sandbox',
      '50 pictures',
      'modules in memory',
      'threads and their limits',
      'headers on the scheme',
      'long polls over 20 reloads',
      'end by a signal',
    ])
    expect(ended.stdout).toContain('GET with origin: absent, sec-fetch-site: absent')
    expect(ended.stdout).toMatch(/\nAll checks passed\.\n$/)
  })
})
