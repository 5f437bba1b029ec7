import { net, powerMonitor } from 'electron'
import { type PowerState, powerOfNode } from '../../platform/power.ts'

/** The computer's state as Electron tells it; whether a connection is paid by volume, the operating system is asked. */
export function powerOfElectron(): PowerState {
  const network = powerOfNode()
  return {
    now: () => ({
      ...network.now(),
      onBattery: powerMonitor.isOnBatteryPower(),
      online: net.isOnline(),
    }),
    subscribe(listener) {
      powerMonitor.on('on-battery', listener)
      powerMonitor.on('on-ac', listener)
      powerMonitor.on('resume', listener)
      const unsubscribe = network.subscribe(listener)
      return () => {
        powerMonitor.off('on-battery', listener)
        powerMonitor.off('on-ac', listener)
        powerMonitor.off('resume', listener)
        unsubscribe()
      }
    },
  }
}
