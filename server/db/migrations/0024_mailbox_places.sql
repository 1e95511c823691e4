CREATE TABLE "mailbox_places" (
	"mailbox" text PRIMARY KEY NOT NULL,
	"validity" text NOT NULL,
	"uid" bigint NOT NULL
);
