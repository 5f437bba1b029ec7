import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where Linux tells of sources of power: a folder for each, a file for each fact. */
const powerSupplies = '/sys/class/power_supply'

/**
 * Whether the computer runs on its own battery, as Linux tells; undefined where it has none, or is no Linux. A battery of
 * a mouse or of a headset is not the computer's.
 */
export function isOnBattery(folder = powerSupplies): boolean | undefined {
  const supplies = namesIn(folder).map((name) => {
    const fact = (file: string) => textOf(join(folder, name, file))
    return { type: fact('type'), scope: fact('scope'), status: fact('status'), online: fact('online') }
  })
  const batteries = supplies.filter(({ type, scope }) => type === 'Battery' && scope !== 'Device')
  if (batteries.length === 0) return undefined
  const isPlugged = supplies.some(({ type, online }) => type !== 'Battery' && online === '1')
  return !isPlugged && batteries.some(({ status }) => status === 'Discharging')
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Empty where the system does not tell. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}
