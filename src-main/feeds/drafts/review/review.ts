import { randomUUID } from 'node:crypto'
import type { reviewContract } from '../../../../src-shared/feeds/review/contract.ts'
import type { DraftReview } from '../../../../src-shared/feeds/review/model.ts'
import type { Room } from '../../../../src-shared/rpc/procedure.ts'
import { actingPerson } from '../../../platform/acting-person.ts'
import type { Storage } from '../../../storage/index.ts'
import { notFound } from '../drafts-refusal.ts'
import { reviewReader } from './review-reader.ts'
import { reviewWriter } from './review-writer.ts'

export type Review = ReturnType<typeof createReview>

interface ReviewOptions {
  storage: Storage
  /** Names of the people of the team. */
  team?: () => Promise<string[]>
}

/** Review, assignment and discussion of the drafts of one workspace, by the people of a team. */
export function createReview({ storage, team = async () => [] }: ReviewOptions) {
  const reader = storage.reader(reviewReader)
  const writer = storage.writer(reviewWriter)
  const reviewOf = async (id: string): Promise<DraftReview> => (await reader.review(id)) ?? notFound(id)
  /** Names of the people of the team, of those who have taken part before, and of the one who acts. */
  const people = async (): Promise<string[]> => {
    const names = new Set([...(await team()), ...(await reader.people())])
    const person = actingPerson()
    if (person) names.add(person.name)
    return [...names].sort((one, other) => one.localeCompare(other))
  }
  return {
    people,
    review: ({ id }) => reviewOf(id),
    discussion: ({ id }) => reader.discussion(id),
    async propose(given) {
      await writer.propose(given)
      return reviewOf(given.id)
    },
    async approve(given) {
      await writer.approve(given)
      return reviewOf(given.id)
    },
    async sendBack(given) {
      await writer.sendBack(given)
      return reviewOf(given.id)
    },
    async assign(given) {
      await writer.assign(given)
      return reviewOf(given.id)
    },
    async comment({ id: draft, key, text }) {
      const id = randomUUID()
      await writer.comment({ id, draft, key, text }, await people())
      return (await reader.comment(id)) ?? notFound(draft)
    },
    async editComment({ comment, text }) {
      await writer.editComment(comment, text, await people())
    },
    deleteComment: ({ comment }) => writer.deleteComment(comment),
    async mentions() {
      const person = actingPerson()
      return person ? reader.mentions(person.name) : { total: 0, mentions: [] }
    },
    seeMentions: ({ id }) => writer.seeMentions(id),
  } satisfies Room<typeof reviewContract>
}
