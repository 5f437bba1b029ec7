/**
 * Writes the pictures of items to a folder, under the same names as in the zip. The folder belongs to the
 * person: an existing file is never replaced without permission, a file with the same content is left as it
 * is, and each picture is written completely or not at all. Written pictures remain if the export is
 * cancelled or the disk is full.
 */
import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { counted, say } from '../../../src-shared/texts/say.ts'
import { isNodeError } from '../../platform/files/file-error.ts'
import { hasContent, writeFileAtomic, writeNewFile } from '../../platform/files/private-files.ts'
import { missingWords, namedPictures, type PictureCounts, type PictureOptions } from './picture-parts.ts'

export interface PicturePlace {
  folder: string
  /** Replace a file with the same name and different content. */
  replace: boolean
}

const written = 'written'
const same = 'there already, the same'
const replaced = 'written in the place of another file'
const other = 'not written: a different file with this name exists'

/**
 * @param now milliseconds since the epoch, for the name of the list @returns bytes of the pictures written
 */
export async function writePictureFolder(
  { folder, replace }: PicturePlace,
  now: number,
  options: PictureOptions,
): Promise<number> {
  await mkdir(folder, { recursive: true })
  const day = new Date(now).toISOString().slice(0, 10)
  let bytes = 0
  for await (const one of namedPictures(options, written, remark)) {
    if ('list' in one) {
      await writeList(folder, `pictures-${day}`, Buffer.concat([...one.list]))
      break
    }
    const path = join(folder, one.name)
    if (!(await isFree(path, one.bytes))) {
      if (await hasContent(path, one.bytes)) one.state = same
      else if (!replace) one.state = other
      else {
        await writeFileAtomic(path, pieces(one.bytes), { forThePerson: true })
        one.state = replaced
      }
    }
    if (one.state === written || one.state === replaced) bytes += one.bytes.length
  }
  return bytes
}

/** Writes the picture if no file has its name. @returns whether it was written */
async function isFree(path: string, bytes: Uint8Array): Promise<boolean> {
  // In a second export nearly all files exist already; checking first avoids writing them.
  const isThere = await stat(path).then(
    () => true,
    () => false,
  )
  if (isThere) return false
  try {
    await writeNewFile(path, bytes)
    return true
  } catch (error) {
    if (isNodeError(error, 'EEXIST')) return false
    throw error
  }
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Writes the list under an unused name: an earlier list, or a file of the person, is kept. */
async function writeList(folder: string, stem: string, bytes: Uint8Array): Promise<void> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? `${stem}.csv` : `${stem}-${number}.csv`
    if (await isFree(join(folder, name), bytes)) return
  }
}

function remark(counts: PictureCounts): string {
  const of = (state: string): number => counts.states.get(state) ?? 0
  const sentences = [
    say`${counted(of(written) + of(replaced), 'picture')} written.`,
    ...(of(replaced) > 0 ? [say`${of(replaced)} of them replaced other files.`] : []),
    ...(of(same) > 0 ? [say`${counted(of(same), 'was', 'were')} there already.`] : []),
    ...(of(other) > 0
      ? [
          of(other) === 1
            ? say`1 was skipped because a different file with this name exists: see the list in the folder.`
            : say`${of(other)} were skipped because different files with their names exist: see the list in the folder.`,
        ]
      : []),
    ...missingWords(counts, say`the list in the folder`),
  ]
  return sentences.join(' ')
}
