import { beforeEach, expect, test, vi } from 'vitest'

vi.mock('electron', () => import('../fixtures/electron.ts'))
const { answers, BrowserWindow, takeCalls } = await import('../fixtures/electron.ts')
const { chooseFromMenu } = await import('./choose-from-menu.ts')
const { showContextMenus } = await import('./context-menu.ts')

process.env['CATALOG_DESK_HOME'] = '/missing'
const window = new BrowserWindow({})
const openLink = vi.fn()
showContextMenus(window as never, { speak: (sentence) => sentence, openLink })

const nothing = {
  x: 10,
  y: 20,
  linkURL: '',
  srcURL: '',
  mediaType: 'none',
  hasImageContents: false,
  isEditable: false,
  selectionText: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  editFlags: {
    canUndo: true,
    canRedo: false,
    canCut: true,
    canCopy: true,
    canPaste: true,
    canDelete: true,
    canSelectAll: true,
  },
}
/** Opens the menu at a place, and returns its labels; a separator is a line. */
function labelsAt(place: Partial<Record<keyof typeof nothing, unknown>>): string[] | undefined {
  window.webContents.emit('context-menu', {}, { ...nothing, ...place })
  const calls = takeCalls()
  const entries = calls[0]?.[0] === 'popup' ? (calls.shift()?.[1] as { label?: string }[]) : undefined
  effects = calls
  return entries?.map(({ label }) => label ?? '-')
}
let effects: unknown[][] = []

beforeEach(() => {
  answers.chosenEntry = undefined
  openLink.mockClear()
  takeCalls()
})

test('nothing to choose opens no menu', () => {
  expect(labelsAt({})).toBeUndefined()
  expect(labelsAt({ selectionText: ' ' })).toBeUndefined()
})

test('selected text can be copied; a field has the entries for editing', () => {
  expect(labelsAt({ selectionText: 'Oat drink' })).toEqual(['Copy'])
  expect(labelsAt({ isEditable: true })).toEqual([
    'Undo',
    'Redo',
    '-',
    'Cut',
    'Copy',
    'Paste',
    'Delete',
    '-',
    'Select All',
  ])
  window.webContents.emit('context-menu', {}, { ...nothing, isEditable: true })
  expect(takeCalls()[0]?.[1]).toContainEqual({ role: 'redo', label: 'Redo', enabled: false })
})

test('a misspelled word is replaced by a suggestion or added to the dictionary', () => {
  const place = {
    isEditable: true,
    misspelledWord: 'choclate',
    dictionarySuggestions: ['chocolate', 'salt & vinegar'],
  }
  expect(labelsAt(place)?.slice(0, 4)).toEqual(['chocolate', 'salt && vinegar', 'Add to Dictionary', '-'])
  answers.chosenEntry = 'salt && vinegar'
  labelsAt(place)
  expect(effects).toEqual([['replace misspelling', 'salt & vinegar']])
  answers.chosenEntry = 'Add to Dictionary'
  labelsAt(place)
  expect(effects).toEqual([['add word', 'choclate']])
})

test('a link of the app opens in a new window, another one in the browser after a question', async () => {
  expect(labelsAt({ linkURL: 'app://desk/catalog/20' })).toEqual(['Open in New Window'])
  const address = 'https://brand.example/'
  expect(labelsAt({ linkURL: address })).toEqual(['Open in Browser…', 'Copy Link'])
  answers.chosenEntry = 'Open in Browser…'
  labelsAt({ linkURL: address })
  expect(openLink.mock.calls).toEqual([[address]])
  answers.chosenEntry = 'Copy Link'
  labelsAt({ linkURL: address })
  expect(effects).toEqual([['copy', address]])
  answers.chosenEntry = 'Open in New Window'
  labelsAt({ linkURL: 'app://desk/catalog/20' })
  const calls: unknown[][] = []
  await vi.waitFor(() => {
    calls.push(...takeCalls())
    expect(calls).toContainEqual(['load', 'app://desk/catalog/20'])
  })
})

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'https://name:password@brand.example/'])(
  'offers nothing for the link %s',
  (linkURL) => {
    expect(labelsAt({ linkURL })).toBeUndefined()
  },
)

test('a picture is copied or saved; one that did not load is neither', () => {
  const place = { mediaType: 'image', hasImageContents: true, srcURL: 'app://desk/media/1' }
  expect(labelsAt(place)).toEqual(['Copy Picture', 'Save Picture As…'])
  expect(labelsAt({ ...place, hasImageContents: false })).toBeUndefined()
  answers.chosenEntry = 'Copy Picture'
  labelsAt(place)
  expect(effects).toEqual([['copy picture', 10, 20]])
  answers.chosenEntry = 'Save Picture As…'
  labelsAt(place)
  expect(effects).toEqual([['download', 'app://desk/media/1']])
})

test('the page gets the entry that the person chose in its menu, or undefined', async () => {
  answers.chosenEntry = 'Salt && pepper'
  const labels = ['Open', 'Salt & pepper']
  expect(await chooseFromMenu(window.webContents as never, labels)).toBe(1)
  expect(takeCalls()).toEqual([
    ['popup', [expect.anything(), expect.objectContaining({ label: 'Salt && pepper' })], { window }],
  ])
  answers.chosenEntry = undefined
  expect(await chooseFromMenu(window.webContents as never, labels)).toBeUndefined()
})
