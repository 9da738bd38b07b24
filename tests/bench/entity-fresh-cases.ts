/**
 * Phrases that were written down, with the values that they mean, before anybody looked at how the finders treat them
 * (on the same Wednesday as entity-cases.ts). What they found at first sight is in docs/decisions/entities.md.
 */
export const FRESH_CASES: Record<string, string> = {
  number: `
we will be 18 guests for the banquet => 18
my booking has 6 passengers => 6
need seventy five plates for the wedding => 75
order 1,200 bricks => 1200
3 dozen bananas and nothing else => 36
hamare yahan 45 log kaam karte hain => 45
सत्तर कुर्सियां चाहिए => 70
कुल डेढ़ हजार पर्चे छापने हैं => 1500
chaubees bottle bhej do => 24
pachattar kursiyan chahiye => 75
two thousand and forty units => 2040
nobody picked up the phone => -
is there anyone I can talk to => -
give me a minute => -
`,
  money: `
emi of Rs 4,350 due => 4350 INR
refund of ₹1,299.00 not received => 1299 INR
can i get a loan between 3 and 5 lakh rupees => 300000-500000 INR
flat worth ₹1.25 crore => 12500000 INR
i was charged $12.99 twice => 12.99 USD
teen sau pachas rupaye kat gaye => 350 INR
dhai hazaar rupaye ka recharge kar do => 2500 INR
₹2k cashback => 2000 INR
साढ़े सात सौ रुपये वापस करो => 750 INR
Rs. 99 wala plan => 99 INR
under ₹15,000 phones => 15000 INR
rupees fifteen hundred only => 1500 INR
40 euro per night => 40 EUR
1500/- paid by upi => 1500 INR
20 lakh rupaye se kam => 2000000 INR
five rupees fifty paise => 5.5 INR
convert 250 dirhams => 250 AED
₹300 to ₹450 per plate => 300-450 INR
bijli ka bill do hazaar chaar sau rupaye aaya => 2400 INR
is there a fee for a transfer in pounds => -
`,
  duration: `
delivery takes 7 to 10 days => 604800-864000
i waited forty minutes on hold => 2400
hold karte karte pauna ghanta ho gaya => 2700
warranty of 18 months => 46656000
half a year => 15768000
dedh saal => 47304000
3 hr 45 min flight => 13500
तीन घंटे बीस मिनट => 12000
ek din aur do ghante => 93600
within 72 hrs => 259200
for a couple of weeks => 1209600
10 second ka video => 10
सवा घंटा => 4500
one and a half months => 3888000
how long does it take => -
the hour is late => -
`,
  date: `
cancel my booking for the 3rd of december => 2026-12-03
dec 24th => 2026-12-24
i need it by coming monday => 2026-11-30
three weeks ago => 2026-11-04
4 दिन पहले पैसे कटे => 2026-11-21
checkout on sunday 29 november => 2026-11-29
shaadi 14 february ko hai => 2027-02-14
is mahine ke aakhri din => 2026-11-30
aaj se teen din baad => 2026-11-28
last day of january => 2027-01-31
my dob is 7 march 1988 => 1988-03-07
valid until 31/03/2027 => 2027-03-31
रविवार को आ जाना => 2026-11-29
the 2nd of feb, 2027 => 2027-02-02
agle mahine ki pehli tareekh ko => 2026-12-01
second monday of january => 2027-01-11
next month on the 15th => 2026-12-15
parson tak bhej dena => 2026-11-27
i will come on friday the 4th of december => 2026-12-04
on the first of january => 2027-01-01
10 din baad exam hai => 2026-12-05
1 week from tomorrow => 2026-12-03
do you work every monday => -
what is the date format => -
how many days are left => -
`,
  time: `
pick me up at quarter to eight in the morning => 07:45
shaam ke saade chhe baje => 18:30
by 11:45 pm tonight => 23:45
7 बजे सुबह => 07:00
doctor at 12.15 pm => 12:15
at 1900 hours => 19:00
paune das baje => 09:45
twenty past four in the afternoon => 16:20
रात साढ़े ग्यारह बजे => 23:30
before 10 am => 10:00
table at nine pm => 21:00
gate 17 closes => -
they won 5 to 3 => -
my flat number is 304 => -
`,
  datetime: `
friday evening at half past seven => 2026-11-27 19:30
kal dopahar 1 baje ki appointment => 2026-11-26 13:00
28 november 4:45 pm => 2026-11-28 16:45
परसों रात 9 बजे => 2026-11-27 21:00
next tuesday 10 am => 2026-12-01 10:00
45 minutes from now => 2026-11-25 12:15
aaj shaam saat baje => 2026-11-25 19:00
2026-12-01 at 14:30 => 2026-12-01 14:30
`,
  period: `
first half of december => 2026-12-01/2026-12-15
from 12 to 18 january => 2027-01-12/2027-01-18
2 pm se 6 pm ke beech => 14:00/18:00
last 6 months => 2026-05-25/2026-11-24
during the second quarter of 2026 => 2026-04-01/2026-06-30
इस महीने के ऑर्डर => 2026-11-01/2026-11-30
between 20th and 25th december => 2026-12-20/2026-12-25
agle do hafte => 2026-11-26/2026-12-09
monday to wednesday next week => 2026-11-30/2026-12-02
thursday 9 am to 11 am => 2026-11-26 09:00/2026-11-26 11:00
october 2026 statement => 2026-10-01/2026-10-31
last three days => 2026-11-22/2026-11-24
in the summer of 2026 => -
a week in goa => -
`,
  holiday: `
are you open on boxing day => 2026-12-26
holi 2027 ki chhutti => 2027-03-22
ganesh chaturthi par => 2027-09-04
children's day next year => 2027-11-14
गुरु नानक जयंती 2026 => 2026-11-24
raam navmi 2027 => 2027-04-15
offer for new year eve => 2026-12-31
akshaya tritiya 2026 => 2026-04-19
`,
  email: `
contact me at suresh.nair@example.org => suresh.nair@example.org
neha dot verma at rediffmail dot com => neha.verma@rediffmail.com
`,
  distance: `
office is 3.5 kilometres away => 3.5 km
8 फीट ऊंची दीवार => 8 ft
sofa is 200 cm wide => 200 cm
main sirf do kilometer door hoon => 2 km
`,
  volume: `
20 litre ka paani ka jar => 20 l
a gallon of milk => 1 gal
आधा लीटर दूध => 0.5 l
`,
  weight: `
parcel weighs 750 grams => 750 g
ढाई किलो चावल => 2.5 kg
5 kg 200 g => 5.2 kg
paanch quintal gehun => 5 q
10-15 kg luggage => 10-15 kg
`,
};
