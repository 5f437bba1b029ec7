import { expect, test } from 'vitest'
import { isPrivateAddress, literalAddress } from './private-address.ts'

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '[::1]',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:1::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1%eth0',
  'ff02::1',
  'localhost',
  '',
])('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true))

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.0.1',
  '2606:4700::1111',
  '2001:4860::8888',
])('%s is public', (address) => expect(isPrivateAddress(address)).toBe(false))

test.each([
  ['http://127.1/', '127.0.0.1'],
  ['http://2130706433/', '127.0.0.1'],
  ['http://0x7f.1/', '127.0.0.1'],
  ['http://[::1]/', '::1'],
  ['http://localhost/', undefined],
  ['http://service.example/', undefined],
])('the host of %s is the address %s', (url, address) => expect(literalAddress(new URL(url))).toBe(address))
