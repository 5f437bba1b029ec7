/**
 * Takes pictures of every screen, its parts and its dialogs, at two sizes, light and dark, into `test-results/screens`,
 * for a person to look at after a change. `node e2e/support/screens.ts [name...]` takes only the screens whose names
 * begin so (`item` also takes `item-history`), or an address such as `/quality`; `--list` prints the names, `--hard` adds
 * what is harder to draw for: the colours of the system, 1280x800 at 200 % (640x400), and a low window (1280x400).
 * `--language de` takes them in German (or es, fr, mirrored), `--once` at the smaller size and light alone.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { messagesOf } from '../../resources/texts/catalogs.ts'
import { ensureBuilt } from '../../src-main/hosts/launch/build.ts'
import { pseudoText } from '../../src-shared/texts/pseudo-text.ts'
import { translatedLanguages } from '../../src-shared/workspace/languages.ts'
import { findOrInstallChromium } from './chromium.ts'
import { watchPolicy } from './page-policy.ts'
import { untilStill } from './until-still.ts'
import { catalogViews } from './views/catalog-views.ts'
import { deskViews } from './views/desk-views.ts'
import { feedViews } from './views/feed-views.ts'
import { serviceViews } from './views/service-views.ts'
import { openDesk } from './views/stage.ts'
import { translatedPage } from './views/translated-page.ts'
import type { Stage, Views } from './views/view.ts'

const sizes = [
  { width: 1280, height: 800 },
  { width: 1600, height: 1000 },
]
const folder = join(import.meta.dirname, '../../test-results/screens')
const views: Views = { ...catalogViews, ...feedViews, ...serviceViews, ...deskViews }

const { values: chosen, positionals: names } = parseArgs({
  options: {
    list: { type: 'boolean' },
    hard: { type: 'boolean' },
    once: { type: 'boolean' },
    language: { type: 'string' },
  },
  allowPositionals: true,
})
if (chosen.list) {
  console.log(['start', ...Object.keys(views)].join('\n'))
  process.exit()
}
for (const path of names.filter((name) => name.startsWith('/'))) views[path] = ({ visit }) => visit(path)
const isWanted = (name: string): boolean =>
  names.length === 0 || names.some((one) => name === one || name.startsWith(`${one}-`))

await ensureBuilt(console.log)
const executablePath = findOrInstallChromium(console.log)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
mkdirSync(folder, { recursive: true })
const page = await browser.newPage({ viewport: sizes[0] ?? null, reducedMotion: 'reduce' })
const refused = watchPolicy(page)
const desk = await openDesk(page)
const failed: string[] = []
try {
  if (isWanted('start')) await shoot(page, 'start')
  const made = await desk.setUp()
  const stage = chosen.language === undefined ? made : await inLanguage(made, chosen.language)
  for (const [name, open] of Object.entries(views)) {
    if (!isWanted(name)) continue
    try {
      await page.setViewportSize(sizes[0] ?? { width: 0, height: 0 })
      await open(stage)
      await shoot(page, name)
      if (chosen.hard) await shootHard(page, name)
      for (const text of refused()) throw new Error(text)
    } catch (error) {
      failed.push(name)
      console.error(`${name}: ${error}`)
    }
  }
} finally {
  await browser.close()
  await desk.close()
}
if (failed.length > 0) {
  console.error(`Not reached: ${failed.join(', ')}`)
  process.exitCode = 1
}

/** From here on the page is in the language, as if the computer's settings said so: every document names it. */
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
    // A trial language has the English words, changed letter by letter; its plural forms are not looked for.
    const said = known ? translation : message.includes(' plural,') ? undefined : inTrialWords(message)
    if (said) translations.set(message, [...(translations.get(message) ?? []), said])
  }
  return { ...stage, page: translatedPage(stage.page, translations) }
}

/** What stands around the placeholders, as a trial language has it. */
function inTrialWords(message: string): string {
  const parts = message.split(/(\{\w+\})/)
  return parts.map((part, at) => (at % 2 === 1 ? part : pseudoText(part))).join('')
}

/** In the colours of the system, and as large as a person of weak sight has it. */
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
  for (const colorScheme of chosen.once ? (['light'] as const) : (['light', 'dark'] as const))
    for (const size of chosen.once ? sizes.slice(0, 1) : sizes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // After the colours: what was painted before is painted anew.
      await page.setViewportSize(size)
      await settled(page)
      const path = pathOf(name, `${size.width}-${colorScheme}`)
      await page.screenshot({ path })
      console.log(path)
    }
}

/** Half a second later, when nothing fades or moves any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(500)
  await untilStill(page)
}

/** `settings-1280-light.png`; in another language `de-settings-1280-light.png`. */
function pathOf(name: string, end: string): string {
  const words = [chosen.language, name.replace(/\W+/g, '-').replace(/^-/, ''), end]
  return join(folder, `${words.filter(Boolean).join('-')}.png`)
}
