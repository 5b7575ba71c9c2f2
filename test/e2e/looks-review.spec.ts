import { tellLooks } from './looks.ts'
import { reviewViews } from './review-views.ts'

tellLooks(reviewViews)
