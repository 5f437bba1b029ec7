/** Collects what other programs and the system ask this app to open, until a page takes it. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app } from 'electron'
import { archiveEnding } from '../../../src-shared/backup/model.ts'
import { catalogFilePatterns } from '../../../src-shared/import/model.ts'
import { linkScheme, type Opening, openingOfLink } from '../../../src-shared/opening.ts'

/** A page that takes nothing, such as the start screen, must not let requests pile up. */
const maxWaiting = 20

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** Whether a path is an existing file of a kind that the import reads. */
export const isCatalogFile = (path: string): boolean => {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return catalogFilePatterns.includes(ending) && isFile(path)
}

/** Whether a path is an existing file with the ending of archives. */
export const isArchiveFile = (path: string): boolean =>
  path.toLowerCase().endsWith(archiveEnding) && isFile(path)

/** A path, relative to the folder of the program that named it, or an address of a file on this computer. */
function pathOf(text: string, folder: string): string | undefined {
  if (!text.startsWith('file:')) return resolve(folder, text)
  try {
    return fileURLToPath(text)
  } catch {
    return undefined
  }
}

/** What a text from outside names: a link, an existing file of products, or an archive; undefined for others. */
export function openingOf(text: string, folder: string): Opening | undefined {
  if (text.startsWith('-') || text === '') return undefined
  const link = openingOfLink(text)
  if (link || text.toLowerCase().startsWith(`${linkScheme}:`)) return link
  const path = pathOf(text, folder)
  if (path === undefined) return undefined
  if (isArchiveFile(path)) return { open: 'archive', path }
  return isCatalogFile(path) ? { open: 'file', path } : undefined
}

/** The texts that name something to open, so that they name the same from any folder. */
export const openingArguments = (texts: readonly string[], folder: string): string[] =>
  texts.flatMap((text) => {
    const opening = openingOf(text, folder)
    return opening ? ['path' in opening ? opening.path : text] : []
  })

export interface Openings {
  /** Adds what the texts name; others are ignored. @returns whether anything was added */
  add(texts: readonly string[], folder: string): boolean
  addOpening(opening: Opening): void
  /** Returns and removes what waits; with a kind, only that. */
  take(kind?: Opening['open']): Opening[]
}

/**
 * Collects from the moment it is created, because the system names files before Electron is ready.
 * @param onAdded called when something waits
 */
export function collectOpenings(onAdded: () => void): Openings {
  let waiting: Opening[] = []
  const addOpening = (opening: Opening): void => {
    waiting = [...waiting, opening].slice(-maxWaiting)
    onAdded()
  }
  const add = (texts: readonly string[], folder: string): boolean => {
    const openings = texts.flatMap((text) => openingOf(text, folder) ?? [])
    for (const opening of openings) addOpening(opening)
    return openings.length > 0
  }
  // macOS names files and links by events, other systems by arguments.
  for (const name of ['open-file', 'open-url'] as const)
    app.on(name as 'open-file', (event, text) => {
      event.preventDefault()
      add([text], '/')
    })
  return {
    add,
    addOpening,
    take(kind) {
      const isWanted = ({ open }: Opening): boolean => kind === undefined || open === kind
      const taken = waiting.filter(isWanted)
      waiting = waiting.filter((opening) => !isWanted(opening))
      return taken
    },
  }
}
