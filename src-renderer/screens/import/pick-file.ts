import { desktop } from '../../rpc/desktop.ts'
import { fetchAsPage } from '../../rpc/session.ts'

export const fileTypes = '.csv,.tsv,.txt,.jsonl,.ndjson,.gz'

/** Gives the backend a file: by its path where the window knows it, else by handing it over. @returns where the backend keeps it; throws with words for a person */
export async function giveFile(file: File): Promise<string> {
  const path = await desktop?.pathOf(file)
  if (path) return path
  const name = encodeURIComponent(file.name.toWellFormed())
  const response = await fetchAsPage(`/uploads?name=${name}`, {
    method: 'POST',
    body: file,
  })
  if (!response.ok) throw new Error(`The file was not taken over. ${await response.text()}`)
  const answer: unknown = await response.json()
  if (typeof answer === 'object' && answer !== null && 'file' in answer && typeof answer.file === 'string')
    return answer.file
  throw new Error('The file was handed over, but the answer does not say where it is.')
}
