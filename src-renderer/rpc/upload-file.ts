import { t } from '@lingui/core/macro'
import { desktop } from './desktop.ts'
import { fetchWithSession } from './session.ts'

/**
 * Makes a file available to the backend: by its path in the desktop program, by upload in a browser.
 * @returns the path for the backend
 * @throws an error with a message for a person
 */
export async function uploadFile(file: File): Promise<string> {
  const path = await desktop?.pathOf(file)
  if (path) return path
  const name = encodeURIComponent(file.name.toWellFormed())
  const response = await fetchWithSession(`/uploads?name=${name}`, {
    method: 'POST',
    body: file,
  })
  if (!response.ok) throw new Error(t`The file was not received. ${await response.text()}`)
  const uploaded: unknown = await response.json()
  if (
    typeof uploaded === 'object' &&
    uploaded !== null &&
    'file' in uploaded &&
    typeof uploaded.file === 'string'
  )
    return uploaded.file
  throw new Error(t`The file was received, but its place is not known.`)
}
