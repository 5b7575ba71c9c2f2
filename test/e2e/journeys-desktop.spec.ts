import { memberJourneys } from './journeys.ts'

memberJourneys(1280, 'light')
