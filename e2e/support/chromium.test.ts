import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'

/** On Windows a browser is found in the folders of environment variables; elsewhere in the PATH. */
const folder = mkdtempSync(join(tmpdir(), 'desk-browser-'))
const { platform } = process
afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
  Object.defineProperty(process, 'platform', { value: platform })
  rmSync(folder, { recursive: true, force: true })
})

async function found(): Promise<string> {
  const { findOrInstallChromium } = await import('./chromium.ts')
  return findOrInstallChromium(() => undefined)
}

test.each(['PROGRAMFILES', 'LOCALAPPDATA'])('finds a browser in the folder of %s', async (variable) => {
  for (const name of ['CHROMIUM_PATH', 'PROGRAMFILES', 'LOCALAPPDATA']) vi.stubEnv(name, '')
  vi.stubEnv(variable, folder)
  Object.defineProperty(process, 'platform', { value: 'win32' })
  const path = join(folder, 'Microsoft\\Edge\\Application\\msedge.exe')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, '')
  expect(await found()).toBe(path)
})

test('finds a browser by CHROMIUM_PATH', async () => {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'a-browser')
  writeFileSync(path, '')
  vi.stubEnv('CHROMIUM_PATH', path)
  expect(await found()).toBe(path)
})

test('uses a headless shell only with a Chromium of the distribution', async () => {
  const { findOrInstallHeadlessShell } = await import('./chromium.ts')
  const chosen = join(folder, 'a-browser')
  expect(findOrInstallHeadlessShell(chosen, () => undefined)).toBe(chosen)
})
