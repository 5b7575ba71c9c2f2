/** A moment at which careless tests fail, with time zones for the machine and its database server. */
export interface HostileMoment {
  readonly name: string
  /** An ISO instant. The tests' workspace is in UTC. */
  readonly now: string
  readonly machineZone: string
  readonly databaseZone: string
}

export const hostileMoments: readonly HostileMoment[] = [
  {
    name: 'the last minutes of a year',
    now: '2026-12-31T23:58:00.000Z',
    machineZone: 'Pacific/Auckland',
    databaseZone: 'America/New_York',
  },
  {
    name: 'the first minute of a month',
    now: '2027-02-01T00:01:00.000Z',
    machineZone: 'America/New_York',
    databaseZone: 'Pacific/Auckland',
  },
  {
    name: 'a leap day',
    now: '2028-02-29T12:00:00.000Z',
    machineZone: 'Europe/Berlin',
    databaseZone: 'America/New_York',
  },
  {
    name: 'before the hour that Berlin skips',
    now: '2026-03-29T00:59:00.000Z',
    machineZone: 'Europe/Berlin',
    databaseZone: 'Pacific/Auckland',
  },
  {
    name: 'the hour that Berlin has twice',
    now: '2026-10-25T00:30:00.000Z',
    machineZone: 'Europe/Berlin',
    databaseZone: 'America/New_York',
  },
  {
    name: 'a Sunday morning',
    now: '2026-11-22T08:30:00.000Z',
    machineZone: 'America/New_York',
    databaseZone: 'Europe/Berlin',
  },
  {
    name: 'the last minute of a contest',
    now: '2026-09-30T23:59:30.000Z',
    machineZone: 'Pacific/Auckland',
    databaseZone: 'Europe/Berlin',
  },
]

/** Slow server tests that do not depend on the date. */
export const dateIndependentTests: readonly string[] = ['test/crash/**', 'src/server/ops/data-folder.test.ts']
