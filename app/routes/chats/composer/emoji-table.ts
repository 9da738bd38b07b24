/** A line an emoji: the sign, its name, and other words that find it. */
const TABLE = `
😀 grinning happy face
😃 smiley happy joy
😄 smile happy laugh
😁 beaming grin teeth
😆 laughing haha satisfied
😅 sweat_smile relief nervous
🤣 rofl laugh floor
😂 joy tears laugh
🙂 slight_smile fine
🙃 upside_down silly
😉 wink hint
😊 blush pleased warm
😇 innocent angel halo
🥰 smiling_hearts love adore
😍 heart_eyes love
🤩 star_struck wow excited
😘 kiss love
😋 yum tasty delicious
😛 tongue cheeky
😜 winking_tongue joke
🤗 hug care
🤭 oops giggle
🤫 shush quiet secret
🤔 thinking hmm consider
🤐 zipper quiet
😐 neutral meh
😑 expressionless flat
😶 no_mouth silent
😏 smirk sly
😒 unamused annoyed
🙄 eye_roll annoyed
😬 grimace awkward
😌 relieved calm
😔 pensive sad sorry
😴 sleeping tired night
😷 mask ill health
🤒 thermometer ill fever
🤕 bandage hurt injury
🤢 nausea sick
🥵 hot heat
🥶 cold freezing
😵 dizzy confused
🤯 mind_blown shocked
🥳 party celebrate birthday
😎 cool sunglasses
🤓 nerd clever
😕 confused unsure
😟 worried concern
🙁 frown sad
😮 open_mouth surprise
😯 hushed surprise
😲 astonished shock
😳 flushed embarrassed
🥺 pleading please
😧 anguished worry
😨 fearful afraid
😰 anxious sweat
😥 disappointed_relieved phew
😢 cry sad tear
😭 sob crying
😱 scream fear
😞 disappointed sad
😓 sweat hard
😩 weary tired
😤 triumph huff
😡 rage angry
😠 angry mad
🤬 swearing angry
👍 thumbsup yes good approve +1
👎 thumbsdown no bad -1
👌 ok perfect fine
✌️ victory peace
🤞 fingers_crossed luck hope
🤝 handshake deal agreed
👏 clap applause bravo
🙌 raised_hands hooray
🙏 pray thanks please
👋 wave hello goodbye
✋ hand stop
👉 point_right this
👈 point_left that
👆 point_up above
👇 point_down below
☝️ index_up one first
💪 muscle strong
✍️ writing sign
👀 eyes look
🧠 brain think
❤️ heart love red
🧡 orange_heart love
💛 yellow_heart love
💚 green_heart love
💙 blue_heart love
💜 purple_heart love
🖤 black_heart
🤍 white_heart
💔 broken_heart sad
💯 hundred full perfect
✅ check done yes
☑️ checked box
✔️ tick right
❌ cross no wrong
❗ exclamation important
❓ question ask
⚠️ warning careful
🚫 forbidden not allowed
⛔ no_entry stop
🔴 red_circle
🟢 green_circle
🔵 blue_circle
⭐ star favourite
🌟 glowing_star
✨ sparkles new shiny
🔥 fire hot
🎉 tada party celebrate congratulations
🎊 confetti celebrate
🎁 gift present
🎂 cake birthday
🎈 balloon party
🏆 trophy win
🥇 gold_medal first
💡 idea bulb
🔔 bell notify
🔕 bell_off mute
📢 announcement loud
📣 megaphone news
💬 speech chat message
📞 phone call
📱 mobile phone
💻 laptop computer
🖨️ printer print
📷 camera photo
🎥 video film
📧 email mail
✉️ envelope letter
📨 incoming mail
📦 package parcel order
🚚 delivery truck shipping
🚗 car drive
🚌 bus
🚆 train
✈️ plane flight travel
🚲 bicycle bike
🏠 house home
🏢 office building
🏦 bank
🏥 hospital
🛒 cart shop
🛍️ shopping bags
💳 card credit payment
💰 money bag
💵 cash banknote
🧾 receipt bill invoice
📈 chart_up growth
📉 chart_down loss
📊 bar_chart report
📅 calendar date
⏰ alarm time
⏳ hourglass waiting
⌛ time_up done
🕐 clock time
📍 pin place location
🗺️ map
🔗 link chain
📎 paperclip attachment
✏️ pencil edit
📝 memo note
📄 page document
📁 folder files
🔍 search find
🔒 locked secure
🔓 unlocked open
🔑 key password
🛠️ tools repair
⚙️ settings gear
🔧 wrench fix
🧹 clean broom
♻️ recycle
☀️ sun weather
🌧️ rain weather
❄️ snow winter
🌈 rainbow
🌙 moon night
🌍 earth world
🌸 blossom flower
🌹 rose flower
🌱 seedling grow
🍀 clover luck
☕ coffee tea
🍽️ meal restaurant
🍕 pizza
🍎 apple
🥂 cheers toast
🐶 dog
🐱 cat
`;

export interface Emoji {
  sign: string;
  name: string;
  words: readonly string[];
}

export const emojiTable: readonly Emoji[] = TABLE.trim()
  .split("\n")
  .map((line) => {
    const [sign = "", name = "", ...words] = line.split(" ");
    return { sign, name, words };
  });
