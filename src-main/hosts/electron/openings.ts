/** Collects what other programs and the system ask this app to open, until a page takes it. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { app } from 'electron'
import { catalogFilePatterns } from '../../../src-shared/import/model.ts'
import { linkScheme, type Opening, openingOfLink } from '../../../src-shared/opening.ts'

/** A page that takes nothing, such as the start screen, must not let requests pile up. */
const maxWaiting = 20

/** Whether a path is an existing file of a kind that the import reads. */
export const isCatalogFile = (path: string): boolean => {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  if (!catalogFilePatterns.includes(ending)) return false
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** A path, relative to the folder of the program that named it, or an address of a file on this computer. */
function pathOf(text: string, folder: string): string | undefined {
  if (!text.startsWith('file:')) return resolve(folder, text)
  try {
    return fileURLToPath(text)
  } catch {
    return undefined
  }
}

/** What a text from outside names: a link, or an existing file of products; undefined for any other. */
export function openingOf(text: string, folder: string): Opening | undefined {
  if (text.startsWith('-') || text === '') return undefined
  const link = openingOfLink(text)
  if (link || text.toLowerCase().startsWith(`${linkScheme}:`)) return link
  const path = pathOf(text, folder)
  return path !== undefined && isCatalogFile(path) ? { open: 'file', path } : undefined
}

/** The texts that name something to open, so that they name the same from any folder. */
export const openingArguments = (texts: readonly string[], folder: string): string[] =>
  texts.flatMap((text) => {
    const opening = openingOf(text, folder)
    return opening ? [opening.open === 'file' ? opening.path : text] : []
  })

export interface Openings {
  /** Adds what the texts name; others are ignored. @returns whether anything was added */
  add(texts: readonly string[], folder: string): boolean
  addOpening(opening: Opening): void
  /** Returns and removes what waits. */
  take(): Opening[]
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
    take() {
      const taken = waiting
      waiting = []
      return taken
    },
  }
}
