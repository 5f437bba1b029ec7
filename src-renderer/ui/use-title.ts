import { useEffect } from 'react'

/** The name of the program, as it stands in titles. */
export const programName = 'Catalog Desk'

/** Names the window after what it shows. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${programName}` : programName
  }, [title])
}
