/** A message between the hosts of a team: a page has a draft open, or closed the one that it had open. */
export interface PresenceMessage {
  person: string
  page: string
  /** Absent: the page has closed its draft. */
  at?: { draft: string; key?: number }
}

/** Passes messages to the other hosts of a team. */
export interface PresencePort {
  publish(message: PresenceMessage): void
  /** Calls the listener with the messages of other hosts only. @returns what ends it */
  subscribe(listener: (message: PresenceMessage) => void): () => void
}

/** For a host without others. */
export const noOtherHosts: PresencePort = {
  publish: () => undefined,
  subscribe: () => () => undefined,
}
