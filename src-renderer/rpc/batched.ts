/**
 * Combines single questions, for example those of the cells of a table, into as few calls as possible. They
 * are collected until the current task ends.
 * @param max maximum number of questions in one call
 */
export function batched<Q, A>(
  fetchBatch: (questions: Q[]) => Promise<A[]>,
  max: number,
): (question: Q) => Promise<A> {
  let pending: { question: Q; resolve: (answer: A) => void; reject: (reason: unknown) => void }[] = []
  const send = () => {
    const all = pending
    pending = []
    for (let from = 0; from < all.length; from += max) {
      const some = all.slice(from, from + max)
      fetchBatch(some.map(({ question }) => question)).then(
        (answers) => {
          for (const [index, { resolve, reject }] of some.entries()) {
            const answer = answers[index]
            if (answer === undefined) reject(new Error('The answer has fewer parts than the question'))
            else resolve(answer)
          }
        },
        (error: unknown) => {
          for (const { reject } of some) reject(error)
        },
      )
    }
  }
  return (question) =>
    new Promise((resolve, reject) => {
      if (pending.push({ question, resolve, reject }) === 1) setTimeout(send)
    })
}
