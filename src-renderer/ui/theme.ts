import { useSyncExternalStore } from 'react'

/** What a person may choose: follow the system, or always one of the two. */
export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

const storageKey = 'catalog-desk.theme'
const listeners = new Set<() => void>()

const isChoice = (word: string | null): word is ThemeChoice => themeChoices.some((choice) => choice === word)

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey)
    return isChoice(stored) ? stored : 'system'
  } catch {
    // Storage can be switched off by the browser; the system's choice is then the answer.
    return 'system'
  }
}

let current = readChoice()

/** Puts the stored choice on the root element. Called once before the first paint. */
export function applyTheme(): void {
  if (current === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = current
}

export function chooseTheme(choice: ThemeChoice): void {
  current = choice
  try {
    localStorage.setItem(storageKey, choice)
  } catch {
    // Kept for this window only.
  }
  applyTheme()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The stored choice and the way to change it; every part that shows it stays in step. */
export function useTheme(): { choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
  const choice = useSyncExternalStore(subscribe, () => current)
  return { choice, choose: chooseTheme }
}
