declare global {
  interface Window {
    /** What the desktop window offers beyond a browser. */
    catalogDesk?: {
      /** Opens the system's dialog; the path chosen, or nothing. */
      chooseFile?: () => Promise<string | undefined>
    }
  }
}

export const fileTypes = '.csv,.tsv,.txt,.jsonl,.ndjson,.gz'

/** Whether the system's own dialog can be asked: then the file stays where it is. */
export const hasFileDialog = (): boolean => window.catalogDesk?.chooseFile !== undefined

/** @returns the path chosen in the system's dialog, or undefined when nothing was */
export const chooseFile = async (): Promise<string | undefined> => window.catalogDesk?.chooseFile?.()

/** Hands a file over to the backend. @returns where the backend keeps it; throws with words for a person */
export async function uploadFile(file: File): Promise<string> {
  const response = await fetch(`/uploads?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    body: file,
  })
  if (!response.ok) throw new Error(`The file was not taken over (status ${response.status}).`)
  const answer: unknown = await response.json()
  if (typeof answer === 'object' && answer !== null && 'file' in answer && typeof answer.file === 'string')
    return answer.file
  throw new Error('The file was handed over, but the answer does not say where it is.')
}
