/** The question to customers when their chat is closed, and how ratings are shown. */
export const chatRatingTexts = {
  question: "How was our service?",
  open: "Rate",
  rows: { 5: "5 – Excellent", 4: "4 – Good", 3: "3 – Okay", 2: "2 – Poor", 1: "1 – Very poor" },
  byNumber: "Reply with a number from 1 (very poor) to 5 (excellent).",
  rated: (rating: number) => `Rated ${rating} of 5`,
  rating: "Rating",
  filters: { "": "Any rating", any: "Rated", 5: "5", 4: "4", 3: "3", 2: "2", 1: "1" },
  average: (rating: string, count: number) =>
    `${rating} of 5, ${count === 1 ? "1 rating" : `${count} ratings`}`,
} as const;
