import { beforeEach, expect, test, vi } from 'vitest'

vi.mock('electron', () => import('./fixtures/electron.ts'))
const { answers, app, takeCalls } = await import('./fixtures/electron.ts')
const { showMenu } = await import('./menu.ts')
const { speakerFor } = await import('./texts.ts')

let opened = 0
interface Entry {
  role?: string
  label?: string
  type?: string
  submenu?: Entry[]
  click?: () => void
}
const shown = async (choice: 'system' | 'en' | 'de' | 'es' | 'fr'): Promise<Entry[]> => {
  showMenu(await speakerFor(choice), { commandLine: () => void opened++ })
  return takeCalls()[0]?.[1] as Entry[]
}
const all = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => [entry, ...all(entry.submenu ?? [])])

beforeEach(() => {
  takeCalls()
  Object.assign(app, { isPackaged: true })
  Object.assign(answers, { languages: ['en-US'] })
})

test('the menu of an installed app has no developer tools', async () => {
  const installed = await shown('en')
  Object.assign(app, { isPackaged: false })
  expect(JSON.stringify(await shown('en'))).toContain('viewMenu')
  expect(JSON.stringify(installed)).not.toMatch(/viewMenu|toggleDevTools|forceReload|"reload"/)
  expect(installed).toContainEqual(expect.objectContaining({ label: 'View' }))
  expect(installed).toContainEqual(expect.objectContaining({ role: 'editMenu', label: 'Edit' }))
})

test.each([
  ['de', ['Datei', 'Bearbeiten', 'Ansicht', 'Fenster'], 'Rückgängig'],
  ['es', ['Archivo', 'Edición', 'Vista', 'Ventana'], 'Deshacer'],
  ['fr', ['Fichier', 'Édition', 'Vue', 'Fenêtre'], 'Annuler'],
] as const)('translates every entry to %s and keeps the roles', async (language, menus, undo) => {
  const english = await shown('en')
  const translated = await shown(language)
  expect(translated.map(({ label }) => label)).toEqual(expect.arrayContaining([...menus]))
  expect(all(translated)).toContainEqual({ role: 'undo', label: undo })
  expect(all(translated).map(({ role }) => role)).toEqual(all(english).map(({ role }) => role))
  // Electron labels an entry without a label itself, in English.
  const unlabelled = all(translated).filter(({ label, type, role }) => !label && !type && role !== 'appMenu')
  expect(unlabelled).toEqual([])
})

test.each([
  ['en', 'Help', 'Command Line…'],
  ['de', 'Hilfe', 'Befehlszeile…'],
  ['es', 'Ayuda', 'Línea de comandos…'],
  ['fr', 'Aide', 'Ligne de commande…'],
] as const)('the help menu in %s opens the command line', async (language, label, entry) => {
  const help = (await shown(language)).find(({ role }) => role === 'help')
  expect(help).toMatchObject({ label, submenu: [{ label: entry }] })
  opened = 0
  help?.submenu?.[0]?.click?.()
  expect(opened).toBe(1)
})

test('uses the first supported language of the system', async () => {
  answers.languages = ['xx', 'en-GB', 'de-DE']
  expect(await shown('system')).toContainEqual(expect.objectContaining({ label: 'Edit' }))
})

test('inserts values into translated sentences', async () => {
  const speak = await speakerFor('de')
  expect(speak('Open brand.example in your browser?')).toBe('brand.example in Ihrem Browser öffnen?')
  expect(speak('A text that no catalog has.')).toBe('A text that no catalog has.')
})
