/**
 * Batches single questions, for example those of the cells of a table, into as few calls as possible. A
 * batch is sent when the current task ends.
 * @param most maximum number of questions in one call
 */
export function batched<Q, A>(
  ask: (questions: Q[]) => Promise<A[]>,
  most: number,
): (question: Q) => Promise<A> {
  let waiting: { question: Q; resolve: (answer: A) => void; reject: (reason: unknown) => void }[] = []
  const send = () => {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += most) {
      const some = all.slice(from, from + most)
      ask(some.map(({ question }) => question)).then(
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
      if (waiting.push({ question, resolve, reject }) === 1) setTimeout(send)
    })
}
