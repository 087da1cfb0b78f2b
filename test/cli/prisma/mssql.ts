/** The statements of `prisma migrate` for `mssql.prisma`. */
export const migratedMssql: readonly string[] = [
  `CREATE TABLE [dbo].[Person] (
    [id] INT NOT NULL IDENTITY(1,1),
    [email] NVARCHAR(1000) NOT NULL,
    [name] NVARCHAR(80),
    [long] NVARCHAR(max),
    [fixed] NCHAR(3),
    [old] TEXT,
    [document] XML,
    [guid] UNIQUEIDENTIFIER NOT NULL CONSTRAINT [Person_guid_df] DEFAULT newid(),
    [createdAt] DATETIME2 NOT NULL CONSTRAINT [Person_createdAt_df] DEFAULT CURRENT_TIMESTAMP,
    [updatedAt] DATETIME2 NOT NULL,
    [day] DATE,
    [wakes] TIME,
    [small] SMALLDATETIME,
    [older] DATETIME,
    [offset] DATETIMEOFFSET,
    [active] BIT NOT NULL CONSTRAINT [Person_active_df] DEFAULT 1,
    [tiny] TINYINT,
    [big] BIGINT,
    [ratio] FLOAT(53),
    [single] REAL,
    [money] MONEY,
    [wealth] DECIMAL(32,16),
    [price] DECIMAL(10,2) NOT NULL CONSTRAINT [Person_price_df] DEFAULT 9.99,
    [avatar] VARBINARY(max),
    [hash] BINARY(32),
    [thumb] VARBINARY(200),
    CONSTRAINT [Person_pkey] PRIMARY KEY CLUSTERED ([id]),
    CONSTRAINT [Person_email_key] UNIQUE NONCLUSTERED ([email])
  )`,
  `CREATE TABLE [dbo].[Post] (
    [id] UNIQUEIDENTIFIER NOT NULL,
    [title] VARCHAR(120) NOT NULL,
    [authorId] INT,
    CONSTRAINT [Post_pkey] PRIMARY KEY CLUSTERED ([id])
  )`,
  `CREATE TABLE [dbo].[Tag] (
    [id] INT NOT NULL,
    [name] NVARCHAR(1000) NOT NULL,
    CONSTRAINT [Tag_pkey] PRIMARY KEY CLUSTERED ([id])
  )`,
  `CREATE TABLE [dbo].[_PostToTag] (
    [A] UNIQUEIDENTIFIER NOT NULL,
    [B] INT NOT NULL,
    CONSTRAINT [_PostToTag_AB_unique] UNIQUE NONCLUSTERED ([A],[B])
  )`,
  `CREATE NONCLUSTERED INDEX [Post_authorId_idx] ON [dbo].[Post]([authorId])`,
  `CREATE NONCLUSTERED INDEX [_PostToTag_B_index] ON [dbo].[_PostToTag]([B])`,
  `ALTER TABLE [dbo].[Post] ADD CONSTRAINT [Post_authorId_fkey] FOREIGN KEY ([authorId]) REFERENCES [dbo].[Person]([id]) ON DELETE SET NULL ON UPDATE NO ACTION`,
  `ALTER TABLE [dbo].[_PostToTag] ADD CONSTRAINT [_PostToTag_A_fkey] FOREIGN KEY ([A]) REFERENCES [dbo].[Post]([id]) ON DELETE CASCADE ON UPDATE CASCADE`,
  `ALTER TABLE [dbo].[_PostToTag] ADD CONSTRAINT [_PostToTag_B_fkey] FOREIGN KEY ([B]) REFERENCES [dbo].[Tag]([id]) ON DELETE CASCADE ON UPDATE CASCADE`,
];
