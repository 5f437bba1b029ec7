import { readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { appId } from '../src-shared/app-id.ts'
import { archiveEnding } from '../src-shared/backup/model.ts'
import { catalogFilePatterns } from '../src-shared/import/model.ts'
import { linkScheme } from '../src-shared/opening.ts'
import { configurationOf } from './electron-builder.ts'

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

/** The native files of two architectures on each system, as npm could have installed them. */
const systems = ['linux', 'linuxmusl', 'darwin', 'win32'].flatMap((system) =>
  ['x64', 'arm64'].map((arch) => `${system}-${arch}`),
)
const nativeFiles = systems.flatMap((system) => [
  `node_modules/better-sqlite3/prebuilds/${system}.node`,
  `node_modules/@img/sharp-${system}/lib/sharp-${system}.node`,
  `node_modules/@img/sharp-libvips-${system}/lib/libvips-cpp.so`,
])
const portable = [
  'node_modules/@img/sharp-wasm32/lib/sharp-wasm32.node',
  'node_modules/@img/colour/index.cjs',
]

/** The files that a package of a system contains, by the exclusions of the configuration. */
function packedOf(platform: string, arch: string, files: readonly string[]): string[] {
  const excluded = [...configuration.matchAll(/^ {2}- '!(.+)'$/gm)].map(([, pattern = '']) =>
    pattern.replaceAll(/\$\{platform\}/g, platform).replaceAll(/\$\{arch\}/g, arch),
  )
  return files.filter((file) => !excluded.some((pattern) => matchesGlob(file, pattern)))
}

test.each([
  ['darwin', 'arm64'],
  ['darwin', 'x64'],
  ['win32', 'arm64'],
  ['win32', 'x64'],
])('a package for %s %s has the native files of that architecture and no other', (platform, arch) => {
  const own = nativeFiles.filter((file) => file.includes(`${platform}-${arch}`))
  expect(own).toHaveLength(3)
  expect(packedOf(platform, arch, [...nativeFiles, ...portable])).toEqual([...own, ...portable])
})

test('a package for Linux has SQLite of its architecture, and pictures by WebAssembly', () => {
  for (const arch of ['x64', 'arm64'])
    expect(packedOf('linux', arch, [...nativeFiles, ...portable])).toEqual([
      `node_modules/better-sqlite3/prebuilds/linux-${arch}.node`,
      ...portable,
    ])
})

test('names the folders of the build that it contains, so that development data stays out', () => {
  const [, files = ''] = /^files:\n((?: {2}.*\n)+)/m.exec(configuration) ?? []
  const included = [...files.matchAll(/^ {2}- ([^'\n]+)$/gm)].map(([, pattern]) => pattern)
  expect(included.filter((pattern) => pattern?.startsWith('out'))).toEqual([
    'out/main/index.js',
    'out/main/thread.js',
    'out/main/chunks/*.js',
    'out/preload/index.cjs',
    'out/renderer/index.html',
    'out/renderer/assets/*',
  ])
})

test('the installer and the app have the same identity', () => {
  expect(configuration).toContain(`\nappId: ${appId}\n`)
})

test('packs the app into an archive with integrity check', () => {
  expect(configuration).toMatch(/^asar: true$/m)
})

test('owns archives, and is offered for files that the import reads, on Windows by the installer', () => {
  const [own, ...offered] = [...configuration.matchAll(/\bext: (\w+)/g)].map(([, ending]) => ending)
  expect(`.${own}`).toBe(archiveEnding)
  expect(configuration.match(/rank: Owner/g)).toHaveLength(1)
  expect(offered).toEqual(['csv', 'tsv', 'xlsx', 'jsonl', 'xml'])
  for (const ending of offered) expect(catalogFilePatterns).toContain(ending)
  expect(configuration.match(/rank: Alternate/g)).toHaveLength(offered.length)
  const installer = readFileSync('resources/installer.nsh', 'utf8')
  expect(installer).toContain(`WriteRegStr HKCU "Software\\Classes\\${archiveEnding}"`)
  expect(installer).toContain(`DeleteRegKey HKCU "Software\\Classes\\${archiveEnding}"`)
  for (const macro of ['offerFor', 'withdrawFor'])
    expect(
      [...installer.matchAll(new RegExp(`insertmacro ${macro} "\\.(\\w+)"`, 'g'))].map(
        ([, ending]) => ending,
      ),
    ).toEqual(offered)
  expect(configuration).toContain(`schemes: [${linkScheme}]`)
})

test('names the update server and its key in the app, if the environment does', () => {
  expect(configurationOf({})).toEqual({ extends: 'resources/electron-builder.yml', publish: null })
  const address = 'https://updates.example/desk/'
  const updates = { CATALOG_DESK_UPDATE_ADDRESS: address, CATALOG_DESK_UPDATE_KEY: 'MCow' }
  expect(configurationOf(updates)).toMatchObject({
    publish: [{ provider: 'generic', url: address }],
    extraMetadata: { updates: { address, publicKey: 'MCow' } },
  })
})

test('refuses an update server that others on the way could replace', () => {
  const address = 'http://updates.example/'
  expect(() => configurationOf({ CATALOG_DESK_UPDATE_ADDRESS: address })).toThrow(
    'needs CATALOG_DESK_UPDATE_KEY',
  )
  const signed = { CATALOG_DESK_UPDATE_ADDRESS: address, CATALOG_DESK_UPDATE_KEY: 'MCow' }
  expect(configurationOf(signed).publish).toEqual([{ provider: 'generic', url: address }])
})
