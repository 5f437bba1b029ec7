import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'
import { findOrInstallChromium } from '../support/chromium.ts'
import { watchPolicy } from '../support/page-policy.ts'

/**
 * `npm run dev` on a copy of the project whose files are changed as by a developer. The copy is inside the
 * project so that packages are found.
 */
mkdirSync(join(projectDirectory, 'out'), { recursive: true })
const folder = mkdtempSync(join(projectDirectory, 'out/dev-test-'))
const copied = ['src-main', 'src-renderer', 'src-shared', 'resources', 'e2e/tsconfig.json']
const single = ['electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json']
let dev: ChildProcess
let output = ''
let link = ''
let browser: Browser
let page: Page
let refused: () => string[]

beforeAll(async () => {
  for (const name of [...copied, ...single])
    cpSync(join(projectDirectory, name), join(folder, name), { recursive: true })
  dev = spawn('npm', ['run', '--silent', 'dev', '--', '--port', '0', '--data', join(folder, 'kept')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  dev.stderr?.on('data', (text: Buffer) => {
    output += text.toString()
  })
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: dev.stdout as NodeJS.ReadableStream }).once('line', resolve)
    dev.once('exit', () => reject(new Error(`It ended before it was ready: ${output}`)))
  })
  link = line.replace('Catalog Desk is open at ', '')
  browser = await chromium.launch({
    executablePath: findOrInstallChromium(() => undefined),
    args: ['--no-sandbox'],
  })
  page = await browser.newPage()
  refused = watchPolicy(page)
})
afterAll(async () => {
  await browser?.close()
  if (dev.exitCode === null && dev.signalCode === null) dev.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const milk = () => page.getByRole('row', { name: /Meadowbell Whole Milk/ })
const change = (file: string, from: string, to: string): void => {
  const text = readFileSync(join(folder, file), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(folder, file), text.replace(from, to))
}

describe('npm run dev', { timeout: 180_000 }, () => {
  test('serves the page and the sample, only to the browser with the link', async () => {
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=/)
    const call = await fetch(new URL('/rpc/catalog/search', link), { method: 'POST', body: '{}' })
    expect(call.status).toBe(401)
    await page.goto(link)
    await milk().waitFor({ timeout: 120_000 })
    const picture = page.locator('img[src^="/pictures/"]').first()
    expect(await picture.getAttribute('src')).toContain('?key=')
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    expect(refused()).toEqual([])
  })

  test('applies a change of the page without a reload', async () => {
    await page.evaluate(() => Object.assign(window, { stays: true }))
    change(
      'src-renderer/screens/catalog/list/item-cells.tsx',
      'row.name || t`No name`',
      "row.name + ' (changed)'",
    )
    await page
      .getByText(/Meadowbell Whole Milk.*\(changed\)/)
      .first()
      .waitFor({ timeout: 60_000 })
    expect(await page.evaluate(() => 'stays' in window)).toBe(true)
    expect(refused()).toEqual([])
  })

  test('reports a backend that fails, restarts it after a change, and keeps the page signed in', async () => {
    appendFileSync(join(folder, 'src-main/hosts/headless/command.ts'), '\nthrow new Error("a mistake")\n')
    await expect.poll(() => output, { timeout: 120_000 }).toContain('The backend did not start.')
    change('src-main/hosts/headless/command.ts', 'throw new Error("a mistake")', '')
    await expect.poll(() => output.match(/The backend is ready/g)?.length, { timeout: 120_000 }).toBe(2)
    await page.waitForFunction(() => !('stays' in window), undefined, { timeout: 60_000 })
    await milk().waitFor({ timeout: 60_000 })
  })

  test('ends together with its backend', async () => {
    const api = output.match(/http:\/\/127\.0\.0\.1:\d+$/m)?.[0] ?? ''
    expect((await fetch(`${api}/v2.1/brand`)).status).toBe(403)
    expect(existsSync(join(folder, 'kept/workspace/catalog.db'))).toBe(true)
    dev.kill('SIGTERM')
    await once(dev, 'exit')
    // npm passes the signal to the shell alone; the program detects that its parent is gone.
    const isReachable = () =>
      fetch(`${api}/v2.1/brand`).then(
        () => true,
        () => false,
      )
    await expect.poll(isReachable, { timeout: 20_000 }).toBe(false)
  })
})
