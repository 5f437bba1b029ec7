import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'

/** The screenshots for developers and for the documentation. */
const folder = mkdtempSync(join(tmpdir(), 'desk-screens-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const screens = (...args: string[]) =>
  spawnSync('npm', ['run', '--silent', 'screens', '--', ...args], { cwd: projectDirectory, encoding: 'utf8' })

test('--list prints the names of the screens, and with --documentation those of its pictures', () => {
  const all = screens('--list').stdout.trim().split('\n')
  expect(all).toEqual(
    expect.arrayContaining(['start', 'catalog', 'item-history', 'draft-grid', 'workspaces']),
  )
  const pictures = readdirSync(join(projectDirectory, 'resources/reference/pictures')).filter((name) =>
    // Drawings are made by `npm run generate`.
    name.endsWith('.webp'),
  )
  const names = screens('--documentation', '--list').stdout.trim().split('\n')
  expect(names.flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`]).sort()).toEqual(pictures.sort())
})

test('fails for an unknown screen name', () => {
  const { status, stderr } = screens('no-such-screen')
  expect(status).toBe(1)
  expect(stderr).toMatch(/no such screen/)
})

test('--documentation takes a picture in both themes at twice the window size', {
  timeout: 180_000,
}, async () => {
  const { status, stderr } = screens('--documentation', '--to', folder, 'start')
  expect(status, stderr).toBe(0)
  expect(readdirSync(folder).sort()).toEqual(['start-dark.webp', 'start-light.webp'])
  const [dark, light] = await Promise.all(
    ['dark', 'light'].map((form) => sharp(join(folder, `start-${form}.webp`)).stats()),
  )
  expect(await sharp(join(folder, 'start-light.webp')).metadata()).toMatchObject({
    width: 2360,
    height: 1440,
  })
  const brightness = (stats: { channels: { mean: number }[] } | undefined) => stats?.channels[0]?.mean ?? 0
  expect(brightness(light)).toBeGreaterThan(200)
  expect(brightness(dark)).toBeLessThan(60)
})
