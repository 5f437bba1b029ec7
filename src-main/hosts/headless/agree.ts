import { createInterface } from 'node:readline/promises'

/** Whether a person sits at a terminal and can be asked. */
export const canBeAsked = (): boolean => process.stdin.isTTY === true

/** Asks the person at the terminal; anything but a yes, an end of the input too, is a no. */
export async function agrees(question: string): Promise<boolean> {
  const line = createInterface({ input: process.stdin, output: process.stderr })
  line.on('SIGINT', () => process.emit('SIGINT'))
  const ended = new Promise<string>((resolve) => line.once('close', () => resolve('')))
  const typed = await Promise.race([line.question(question), ended]).finally(() => line.close())
  return /^y(es)?$/i.test(typed.trim())
}
