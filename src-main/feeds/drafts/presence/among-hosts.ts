import * as z from 'zod'
import type { PresencePort } from './presence-port.ts'

const short = z.string().max(200)
const message = z.object({
  presence: z.object({
    person: short,
    page: short,
    at: z.object({ draft: short, key: z.int().optional() }).optional(),
  }),
})

/** What hosts of a team tell one another; see TeamConnection. */
interface Hosts {
  tell(word: object): void
  listen(listener: (word: unknown) => void): () => void
}

/** Passes presence on to the other hosts of a team. Words of another form are for others. */
export const presenceAmong = ({ tell, listen }: Hosts): PresencePort => ({
  publish: (presence) => tell({ presence }),
  subscribe: (listener) =>
    listen((word) => {
      const heard = message.safeParse(word)
      if (heard.success) listener(heard.data.presence)
    }),
})
