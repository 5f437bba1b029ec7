import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const configuration = readFileSync('resources/electron-builder.yml', 'utf8')

/** The `name: true|false` lines of `electronFuses`. */
function chosenFuses(): Map<string, boolean> {
  const [, after = ''] = configuration.split('\nelectronFuses:\n')
  const lines = after.split('\n').slice(
    0,
    after.split('\n').findIndex((line) => /^\S/.test(line)),
  )
  return new Map(
    lines
      .filter((line) => !line.trim().startsWith('#'))
      .map((line) => /^ {2}(\w+): (true|false)$/.exec(line))
      .map((found) => [found?.[1] ?? '', found?.[2] === 'true']),
  )
}

test('sets every fuse that the installed tool supports', async () => {
  // Imported as electron-builder does; it is not a dependency of this project.
  const { FuseV1Options } = await import('@electron/fuses')
  const known = Object.keys(FuseV1Options).filter((name) => !/^\d/.test(name))
  expect(known.length).toBeGreaterThanOrEqual(8)
  const chosen = [...chosenFuses().keys()]
  expect(chosen.sort()).toEqual(known.map((name) => name[0]?.toLowerCase() + name.slice(1)).sort())
})

test('sets each fuse to its most restrictive value', () => {
  expect(Object.fromEntries(chosenFuses())).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  })
})

test('packs the app into an archive with integrity check', () => {
  expect(configuration).toMatch(/^asar: true$/m)
})
