import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { appId } from '../src-shared/app-id.ts'
import { catalogFilePatterns } from '../src-shared/import/model.ts'
import { linkScheme } from '../src-shared/opening.ts'

const configuration = readFileSync('resources/electron-builder.yml', 'utf8')

/** Not a fuse: what electron-builder does after setting them. */
const resign = 'resetAdHocDarwinSignature'

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
  const chosen = [...chosenFuses().keys()].filter((name) => name !== resign)
  expect(chosen.sort()).toEqual(known.map((name) => name[0]?.toLowerCase() + name.slice(1)).sort())
})

test('sets each fuse to its most restrictive value', () => {
  const { [resign]: _signature, ...fuses } = Object.fromEntries(chosenFuses())
  expect(fuses).toEqual({
    runAsNode: false,
    // The page sets no cookies.
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  })
})

test('signs again for Apple Silicon after it has set the fuses', () => {
  expect(chosenFuses().get(resign)).toBe(true)
})

test('the installer and the app have the same identity', () => {
  expect(configuration).toContain(`\nappId: ${appId}\n`)
})

test('packs the app into an archive with integrity check', () => {
  expect(configuration).toMatch(/^asar: true$/m)
})

test('offers the app for files that the import reads, on Windows by the installer', () => {
  const offered = [...configuration.matchAll(/\bext: (\w+)/g)].map(([, ending]) => ending)
  expect(offered).toEqual(['csv', 'tsv', 'xlsx', 'jsonl', 'xml'])
  for (const ending of offered) expect(catalogFilePatterns).toContain(ending)
  expect(configuration.match(/rank: Alternate/g)).toHaveLength(offered.length)
  const installer = readFileSync('resources/installer.nsh', 'utf8')
  for (const macro of ['offerFor', 'withdrawFor'])
    expect(
      [...installer.matchAll(new RegExp(`insertmacro ${macro} "\\.(\\w+)"`, 'g'))].map(
        ([, ending]) => ending,
      ),
    ).toEqual(offered)
  expect(configuration).toContain(`schemes: [${linkScheme}]`)
})
