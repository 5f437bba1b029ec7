/** The context menu of a window: for texts, misspelled words, links and pictures. */
import {
  type BrowserWindow,
  type ContextMenuParams,
  clipboard,
  Menu,
  type MenuItemConstructorOptions,
  type WebContents,
} from 'electron'
import { say } from '../../../../src-shared/texts/say.ts'
import { home, isOurs } from '../app-scheme.ts'
import { openableAddress } from '../links.ts'
import type { Speak } from '../texts.ts'
import { showWindow } from '../window.ts'
import { menuLabel } from './menu.ts'

type Entry = MenuItemConstructorOptions

interface Services {
  speak: Speak
  /** Opens an address in the browser of the person, after asking. */
  openLink: (address: string) => unknown
}

/** Shows a context menu wherever the page leaves it to the window and there is something to choose. */
export function showContextMenus(window: BrowserWindow, services: Services): void {
  window.webContents.on('context-menu', (_event, params) => {
    const entries = contextEntries(params, window.webContents, services)
    if (entries.length > 0) Menu.buildFromTemplate(entries).popup({ window })
  })
}

/** The entries for what is under the pointer, in groups separated by lines. */
function contextEntries(params: ContextMenuParams, contents: WebContents, services: Services): Entry[] {
  const groups = [
    spellingEntries(params, contents, services.speak),
    linkEntries(params, services),
    pictureEntries(params, contents, services.speak),
    textEntries(params, services.speak),
  ].filter((group) => group.length > 0)
  return groups.flatMap((group, at) => [...(at > 0 ? [{ type: 'separator' } as const] : []), ...group])
}

/** Electron names a misspelled word only where it checks the spelling (see SECURITY.md). */
function spellingEntries(
  { misspelledWord, dictionarySuggestions }: ContextMenuParams,
  contents: WebContents,
  speak: Speak,
): Entry[] {
  if (misspelledWord === '') return []
  return [
    ...dictionarySuggestions.map((word) => ({
      label: menuLabel(word),
      click: () => contents.replaceMisspelling(word),
    })),
    {
      label: speak(say`Add to Dictionary`),
      click: () => void contents.session.addWordToSpellCheckerDictionary(misspelledWord),
    },
  ]
}

function linkEntries({ linkURL }: ContextMenuParams, { speak, openLink }: Services): Entry[] {
  if (linkURL === '') return []
  // An address of the app opens only in a window of it.
  if (isOurs(linkURL))
    return linkURL.startsWith(home)
      ? [{ label: speak(say`Open in New Window`), click: () => void showWindow(linkURL).catch(() => {}) }]
      : []
  if (!openableAddress(linkURL)) return []
  return [
    { label: speak(say`Open in Browser…`), click: () => void openLink(linkURL) },
    { label: speak(say`Copy Link`), click: () => clipboard.writeText(linkURL) },
  ]
}

function pictureEntries(
  { mediaType, hasImageContents, srcURL, x, y }: ContextMenuParams,
  contents: WebContents,
  speak: Speak,
): Entry[] {
  if (mediaType !== 'image' || !hasImageContents) return []
  return [
    { label: speak(say`Copy Picture`), click: () => contents.copyImageAt(x, y) },
    { label: speak(say`Save Picture As…`), click: () => contents.downloadURL(srcURL) },
  ]
}

function textEntries({ isEditable, editFlags, selectionText }: ContextMenuParams, speak: Speak): Entry[] {
  const copy: Entry = { role: 'copy', label: speak(say`Copy`), enabled: editFlags.canCopy }
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy]
  return [
    { role: 'undo', label: speak(say`Undo`), enabled: editFlags.canUndo },
    { role: 'redo', label: speak(say`Redo`), enabled: editFlags.canRedo },
    { type: 'separator' },
    { role: 'cut', label: speak(say`Cut`), enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: speak(say`Paste`), enabled: editFlags.canPaste },
    { role: 'delete', label: speak(say`Delete`), enabled: editFlags.canDelete },
    { type: 'separator' },
    { role: 'selectAll', label: speak(say`Select All`), enabled: editFlags.canSelectAll },
  ]
}
