/**
 * Takes screenshots of every screen, its parts and its dialogs with the sample, at two sizes, light and dark,
 * into `test-results/screens`, for review after a change. Names select screens: `item` also selects
 * `item-history`, and `/quality` is the address of a screen. Options:
 *
 * - `--list` prints the names.
 * - `--once` takes only the smaller size, light.
 * - `--hard` adds forced colours, 200 % (640x400) and a low window (1280x400).
 * - `--language de` (or es, fr, mirrored) takes them in that language.
 * - `--documentation` takes the pictures of the README and the reference instead, into
 * `resources/reference/pictures`.
 * - `--to FOLDER` writes into another folder.
 */
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { messagesOf } from '../../resources/texts/catalogs.ts'
import { ensureBuilt } from '../../src-main/hosts/launch/build.ts'
import { pseudoText } from '../../src-shared/texts/pseudo-text.ts'
import { translatedLanguages } from '../../src-shared/workspace/languages.ts'
import { findOrInstallChromium } from './chromium.ts'
import { watchPolicy } from './page-policy.ts'
import { untilStill } from './until-still.ts'
import { catalogViews } from './views/catalog-views.ts'
import { deskViews } from './views/desk-views.ts'
import { documentationPictures, startSize } from './views/documentation-pictures.ts'
import { feedViews } from './views/feed-views.ts'
import { importViews } from './views/import-views.ts'
import { serviceViews } from './views/service-views.ts'
import { openDesk } from './views/stage.ts'
import { translatedPage } from './views/translated-page.ts'
import type { Stage, Views } from './views/view.ts'

const sizes = [
  { width: 1280, height: 800 },
  { width: 1600, height: 1000 },
]
const views: Views = { ...catalogViews, ...feedViews, ...importViews, ...serviceViews, ...deskViews }

const { values: chosen, positionals: names } = parseArgs({
  options: {
    list: { type: 'boolean' },
    hard: { type: 'boolean' },
    once: { type: 'boolean' },
    language: { type: 'string' },
    documentation: { type: 'boolean' },
    to: { type: 'string' },
  },
  allowPositionals: true,
})
for (const path of names.filter((name) => name.startsWith('/'))) views[path] = ({ visit }) => visit(path)
/** The start page, which is only shown before the sample is loaded, and every other screen. */
const listed = ['start', ...Object.keys(chosen.documentation ? documentationPictures : views)]
if (chosen.list) {
  console.log(listed.join('\n'))
  process.exit()
}
const isWanted = (name: string): boolean =>
  names.length === 0 || names.some((one) => name === one || name.startsWith(`${one}-`))
const wanted = listed.filter(isWanted)
if (wanted.length === 0) {
  console.error(`There is no such screen. --list prints the names.`)
  process.exit(1)
}
const projectPath = (path: string): string => join(import.meta.dirname, '../..', path)
const folder =
  chosen.to ?? projectPath(chosen.documentation ? 'resources/reference/pictures' : 'test-results/screens')

await ensureBuilt(console.log)
const executablePath = findOrInstallChromium(console.log)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
mkdirSync(folder, { recursive: true })
const page = await browser.newPage({
  viewport: sizes[0] ?? null,
  reducedMotion: 'reduce',
  deviceScaleFactor: chosen.documentation ? 2 : 1,
})
const refused = watchPolicy(page)
const isStartOnly = wanted.every((name) => name === 'start')
// The pictures of the documentation show the default port.
const desk = await openDesk(page, ...(chosen.documentation && !isStartOnly ? ['--api-port', '8642'] : []))
const failed: string[] = []
try {
  if (isWanted('start')) await attempt('start', () => shoot(page, 'start'))
  if (!isStartOnly) {
    const made = await desk.setUp()
    // The tour would cover part of each picture, and the age of the sync would differ between them.
    if (chosen.documentation) {
      await made.calls.computer.setSettings({ hintsSeen: ['first-steps'] })
      await page.clock.setFixedTime(Date.now() + 60_000)
    }
    const stage = chosen.language === undefined ? made : await inLanguage(made, chosen.language)
    for (const name of wanted.filter((one) => one !== 'start'))
      await attempt(name, async () => {
        await page.setViewportSize(documentationPictures[name]?.size ?? sizes[0] ?? { width: 0, height: 0 })
        await (chosen.documentation ? documentationPictures[name]?.open : views[name])?.(stage)
        await shoot(page, name)
        if (chosen.hard) await shootHard(page, name)
      })
  }
} finally {
  await browser.close()
  await desk.close()
}
if (failed.length > 0) {
  console.error(`Not reached: ${failed.join(', ')}`)
  process.exitCode = 1
}

/** Continues with the next screen if this one fails or violates the content security policy. */
async function attempt(name: string, take: () => Promise<void>): Promise<void> {
  try {
    await take()
    for (const text of refused()) throw new Error(text)
  } catch (error) {
    failed.push(name)
    console.error(`${name}: ${error}`)
  }
}

/** From here on, the page uses the language, as if set in the settings: every document names it. */
async function inLanguage(stage: Stage, language: string): Promise<Stage> {
  await stage.page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({ response, body: body.replace('<html', `<html data-language="${language}"`) })
  })
  const translations = new Map<string, string[]>()
  const known = translatedLanguages.find((one) => one === language)
  for (const [id, { message = id, translation }] of Object.entries(await messagesOf(known ?? 'en'))) {
    // A trial language has the English texts with changed letters; its plural forms are skipped.
    const translated = known
      ? translation
      : message.includes(' plural,')
        ? undefined
        : inTrialLanguage(message)
    if (translated) translations.set(message, [...(translations.get(message) ?? []), translated])
  }
  return { ...stage, page: translatedPage(stage.page, translations) }
}

/** The text around the placeholders in the trial language. */
function inTrialLanguage(message: string): string {
  const parts = message.split(/(\{\w+\})/)
  return parts.map((part, at) => (at % 2 === 1 ? part : pseudoText(part))).join('')
}

/** Takes the page in forced colours, at 200 % zoom and in a low window. */
async function shootHard(page: Page, name: string): Promise<void> {
  const shots = [
    { size: sizes[0], forcedColors: 'active', end: 'forced' },
    { size: { width: 640, height: 400 }, forcedColors: 'none', end: 'zoomed' },
    { size: { width: 1280, height: 400 }, forcedColors: 'none', end: 'low' },
  ] as const
  for (const { size, forcedColors, end } of shots) {
    await page.emulateMedia({ colorScheme: 'dark', forcedColors, reducedMotion: 'reduce' })
    if (size) await page.setViewportSize(size)
    await settled(page)
    const path = pathOf(name, end)
    await page.screenshot({ path })
    console.log(path)
  }
  await page.emulateMedia({ forcedColors: 'none' })
}

async function shoot(page: Page, name: string): Promise<void> {
  if (chosen.documentation) return shootForDocumentation(page, name)
  for (const colorScheme of chosen.once ? (['light'] as const) : (['light', 'dark'] as const))
    for (const size of chosen.once ? sizes.slice(0, 1) : sizes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // Set after the color scheme, so that everything is repainted.
      await page.setViewportSize(size)
      await settled(page)
      const path = pathOf(name, `${size.width}-${colorScheme}`)
      await page.screenshot({ path })
      console.log(path)
    }
}

/** Takes the page in light and dark with a device scale factor of two, as WebP. */
async function shootForDocumentation(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(documentationPictures[name]?.size ?? startSize)
    await settled(page)
    const path = join(folder, `${name}-${colorScheme}.webp`)
    await sharp(await page.screenshot())
      .webp({ quality: 78, effort: 6, smartSubsample: true })
      .toFile(path)
    console.log(`${path}, ${Math.ceil(statSync(path).size / 1000)} kB`)
  }
}

/** Waits half a second, then for running animations. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(500)
  await untilStill(page)
}

/** `settings-1280-light.png`, or in another language `de-settings-1280-light.png`. */
function pathOf(name: string, end: string): string {
  const words = [chosen.language, name.replace(/\W+/g, '-').replace(/^-/, ''), end]
  return join(folder, `${words.filter(Boolean).join('-')}.png`)
}
