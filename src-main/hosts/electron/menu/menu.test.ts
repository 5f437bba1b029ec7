import { beforeEach, expect, test, vi } from 'vitest'
import type { ChosenCommand, MenuCommand, MenuGroup } from '../../../../src-shared/desktop-bridge.ts'
import type { MenuContents } from './menu.ts'

vi.mock('electron', () => import('../fixtures/electron.ts'))
const { answers, app, takeCalls } = await import('../fixtures/electron.ts')
const { showMenu } = await import('./menu.ts')
const { speakerFor } = await import('../texts.ts')

let opened = 0
interface Entry {
  role?: string
  label?: string
  type?: string
  submenu?: Entry[]
  accelerator?: string
  registerAccelerator?: boolean
  enabled?: boolean
  click?: (item?: unknown, window?: unknown, event?: object) => void
}
type Language = 'system' | 'en' | 'de' | 'es' | 'fr'
const chosen: ChosenCommand[] = []
const opens: string[] = []
const noRecent = { workspaces: [], files: [] }
const shown = async (choice: Language, contents: Partial<MenuContents> = {}): Promise<Entry[]> => {
  const actions = {
    commandLine: () => void opened++,
    newWindow: () => void opened++,
    openWorkspace: (directory: string) => opens.push(directory),
    openFile: (path: string) => opens.push(path),
    clearRecentFiles: () => opens.push('clear'),
    command: (command: ChosenCommand) => chosen.push(command),
  }
  showMenu(await speakerFor(choice), { groups: [], recent: noRecent, ...contents }, actions)
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
  expect(JSON.stringify(await shown('en'))).toContain('toggleDevTools')
  expect(JSON.stringify(installed)).not.toMatch(/toggleDevTools|forceReload|"reload"/)
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

test('the help menu looks for updates if the page has that command', async () => {
  const updates = command('check-for-updates', 'Check for updates')
  const menu = await shown('en', { groups: [{ place: 'actions', label: 'Do', commands: [updates] }] })
  const help = menu.find(({ role }) => role === 'help')
  expect(help?.submenu?.map(({ label }) => label)).toEqual(['Command Line…', 'Check for Updates…'])
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

const command = (id: string, label: string, more: Partial<MenuCommand> = {}): MenuCommand => ({
  id,
  label,
  keys: '',
  printedKeys: '',
  isEnabled: true,
  ...more,
})
const groups: MenuGroup[] = [
  {
    place: 'actions',
    label: 'Items',
    commands: [command('edit-item', 'Edit the item', { keys: 'E', printedKeys: 'E', isEnabled: false })],
  },
  {
    place: 'go',
    label: 'Go to',
    commands: [command('/quality', 'Quality', { keys: 'G Q', printedKeys: 'G Q' })],
  },
  {
    place: 'actions',
    label: 'Do',
    commands: [
      command('palette', 'Search or go to…', { keys: 'Mod+K', printedKeys: 'Ctrl K' }),
      command('offline', 'Work offline & wait'),
    ],
  },
  { place: 'view', label: 'Appearance', commands: [command('dark', 'Appearance: dark')] },
]
const submenu = (entries: readonly Entry[], name: string) =>
  entries.find(({ label }) => label === name)?.submenu

test('shows the commands of the page with their keys, and disables those of other screens', async () => {
  const menu = await shown('en', { groups })
  expect(submenu(menu, 'Go')).toEqual([
    { label: 'Quality [G Q]', enabled: true, click: expect.any(Function) },
  ])
  expect(submenu(menu, 'Actions')).toEqual([
    { label: 'Edit the item [E]', enabled: false, click: expect.any(Function) },
    { type: 'separator' },
    {
      label: 'Search or go to…',
      enabled: true,
      accelerator: 'CommandOrControl+K',
      registerAccelerator: false,
      click: expect.any(Function),
    },
    { label: 'Work offline && wait', enabled: true, click: expect.any(Function) },
  ])
  expect(submenu(submenu(menu, 'View') ?? [], 'Appearance')).toMatchObject([{ label: 'Appearance: dark' }])
})

test('a chosen command is told with the way it was chosen', async () => {
  const [quality] = submenu(await shown('en', { groups }), 'Go') ?? []
  chosen.length = 0
  quality?.click?.({}, undefined, {})
  quality?.click?.({}, undefined, { triggeredByAccelerator: true })
  expect(chosen).toEqual([
    { id: '/quality', isByKeys: false },
    { id: '/quality', isByKeys: true },
  ])
})

test('without commands there are no menus for them', async () => {
  expect((await shown('en')).map(({ label }) => label)).toEqual(['File', 'Edit', 'View', 'Window', 'Help'])
})

test('the file menu opens a new window', async () => {
  opened = 0
  submenu(await shown('en'), 'File')
    ?.find(({ label }) => label === 'New Window')
    ?.click?.()
  expect(opened).toBe(1)
})

test('opens recent workspaces and files, and tells equal names apart by their folders', async () => {
  const recent = {
    workspaces: [
      { directory: '/catalogs/north', name: 'North & South' },
      { directory: '/catalogs/a', name: 'Trial' },
      { directory: '/catalogs/b', name: 'Trial' },
    ],
    files: ['/home/jams.csv'],
  }
  const entries = submenu(submenu(await shown('en', { recent }), 'File') ?? [], 'Open Recent') ?? []
  expect(entries.map(({ label }) => label ?? '-')).toEqual([
    'North && South',
    'Trial (/catalogs/a)',
    'Trial (/catalogs/b)',
    '-',
    'jams.csv',
    '-',
    'Clear Recent Files',
  ])
  opens.length = 0
  for (const { click } of entries) click?.()
  expect(opens).toEqual(['/catalogs/north', '/catalogs/a', '/catalogs/b', '/home/jams.csv', 'clear'])
})

test('nothing recent shows no submenu for it', async () => {
  expect(submenu(await shown('en'), 'File')?.map(({ label }) => label)).not.toContain('Open Recent')
})
