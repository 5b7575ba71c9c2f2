import { memberJourneys } from './journeys.ts'

memberJourneys(360, 'light')
